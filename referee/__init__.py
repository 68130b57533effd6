"""The referee: the service, its tournaments, and its command line."""
