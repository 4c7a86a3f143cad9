// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.client.JedisLinks.JedisLink;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.ReplyJudge;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import redis.clients.jedis.Protocol;

/** Sends a command through Jedis and waits for its reply. */
public final class JedisDriver implements Driver, JedisLinks.Exchange {
    private final UserCommands commands;
    private final ReplyJudge judge;
    private final Target target;
    private final JedisLinks links;
    private final RedisRequest request = new RedisRequest();
    private final RedisReply reply;
    private byte[][] arguments = {};

    public JedisDriver(UserCommands commands, Target target, RedisAccess access) {
        this.commands = commands;
        this.target = target;
        judge = commands.judge();
        reply = judge.reply();
        links = new JedisLinks(target, access, commands.user(), judge::connected, judge::redirected);
    }

    @Override
    public void connect() throws IOException {
        links.open();
        judge.settle();
    }

    @Override
    public Outcome execute(OperationCall call) {
        commands.fill(call, request);
        int node = target.isOneNode() ? 0 : target.nodeOf(commands.text(), request);
        if (node == Target.SEVERAL) {
            return RedisFailure.apart();
        }
        arguments = commands.text().arguments(request, commands.values());
        Outcome outcome;
        try {
            links.follow(node, this);
            outcome = judge.judge(request, reply);
        } catch (StepFailure e) {
            outcome = e.outcome();
        }
        judge.settle();
        return outcome;
    }

    @Override
    public @Nullable String on(JedisLink link) {
        link.ask(Protocol.Command.valueOf(request.operation().name()), arguments, reply);
        return reply.kind() == RedisReply.Kind.ERROR ? reply.error() : null;
    }

    @Override
    public void abort() {
        links.abort();
    }

    @Override
    public void close() {
        links.abort();
    }
}
