# A bot: one Python file, and what `ginrummy` needs to play it. From the top of the repository:
#   docker build -f docker/bot.Dockerfile --build-arg BOT=sample_bots/expert_bot.py -t my-bot .
#   docker run --rm -v ./alice.join:/run/alice.join:ro my-bot bot.py:ExpertBot --join /run/alice.join
ARG PYTHON=3.11-slim-bookworm

FROM python:${PYTHON} AS build
# As pyproject.toml has them; the referee's other packages are no affair of a bot's.
RUN python -m venv /opt/bot \
 && /opt/bot/bin/pip install --no-cache-dir "grpcio>=1.74.0" "protobuf>=6.31.1" \
 && /opt/bot/bin/pip uninstall --yes pip setuptools

FROM python:${PYTHON}
LABEL org.opencontainers.image.title="gin-rummy-bot" \
      org.opencontainers.image.description="A bot that plays Gin Rummy on a referee." \
      org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --gid 10002 bot \
 && useradd --uid 10002 --gid 10002 --no-create-home --home-dir /bot --shell /usr/sbin/nologin bot
COPY --from=build /opt/bot /opt/bot
COPY sdk/ginrummy /opt/sdk/ginrummy
ARG BOT=sample_bots/simple_bot.py
COPY ${BOT} /bot/bot.py

ENV PATH=/opt/bot/bin:$PATH \
    PYTHONPATH=/opt/sdk \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1

USER 10002:10002
WORKDIR /bot
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "ginrummy"]
CMD ["--help"]
