// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.CommandBytes;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.ReplyJudge;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.routing.ClusterSlots;
import org.plateaubench.plugin.redis.routing.Redirect;
import org.plateaubench.plugin.redis.routing.Target;
import org.plateaubench.plugin.redis.service.JedisAccess;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisException;

/** Sends a command through Jedis and waits for its reply. */
public final class JedisDriver implements Driver {
    private static final byte[][] NOTHING = {};

    private final UserCommands commands;
    private final CommandBytes arguments;
    private final ReplyJudge judge;
    private final Target target;
    private final @Nullable ClusterSlots cluster;
    private final JedisLinks links;
    private final RedisRequest request = new RedisRequest();
    private final RedisReply reply;
    private final RedisReply allowed = new RedisReply();

    public JedisDriver(UserCommands commands, Target target, JedisAccess access) {
        this.commands = commands;
        this.target = target;
        cluster = target instanceof ClusterSlots slots ? slots : null;
        arguments = new CommandBytes(commands.text(), commands.values());
        judge = commands.judge();
        reply = judge.reply();
        links = new JedisLinks(target, access, commands.user(), judge::connected);
    }

    @Override
    public void connect() throws IOException {
        links.open();
        if (cluster != null) {
            judge.connected(cluster.takeConnections());
        }
        judge.settle();
    }

    @Override
    public Outcome execute(OperationCall call) {
        commands.fill(call, request);
        int node = target.isOneNode() ? 0 : target.nodeOf(commands.text(), request);
        if (node == Target.SEVERAL) {
            return RedisFailure.apart();
        }
        Protocol.Command command = Protocol.Command.valueOf(request.operation().name());
        byte[][] its = arguments.of(request);
        Outcome failed = exchange(node, command, its, false);
        if (failed == null && cluster != null) {
            failed = followed(cluster, node, command, its);
        }
        Outcome outcome = failed == null ? judge.judge(request, reply) : failed;
        judge.settle();
        return outcome;
    }

    /** Follows redirections within the operation and its response time, up to a limit. */
    private @Nullable Outcome followed(ClusterSlots slots, int answered, Protocol.Command command, byte[][] its) {
        int node = answered;
        Outcome failed = null;
        for (int sent = 1; failed == null && sent <= Redirect.MOST; sent++) {
            boolean isError = reply.kind() == RedisReply.Kind.ERROR;
            Redirect redirect = isError ? Redirect.of(reply.error()) : null;
            if (redirect == null) {
                if (isError && reply.error().startsWith(RedisFailure.CLUSTER_DOWN)) {
                    refresh();
                }
                return null;
            }
            judge.redirected();
            node = slots.follow(redirect, target.node(node));
            if (node == ClusterSlots.UNKNOWN) {
                return null;
            }
            failed = exchange(node, command, its, redirect.asking());
        }
        return failed;
    }

    private void refresh() {
        target.refresh(commands.user().nanoTime());
    }

    /** Returns null when there is a reply, otherwise the outcome. */
    private @Nullable Outcome exchange(int node, Protocol.Command command, byte[][] its, boolean asking) {
        JedisLink link = links.link(node);
        if (link == null) {
            return lost(RedisFailure.NOT_CONNECTED, links.failure(node));
        }
        try {
            if (asking) {
                link.ask(Protocol.Command.ASKING, NOTHING, allowed);
            }
            link.ask(command, its, reply);
            return null;
        } catch (JedisException e) {
            links.drop(node);
            return lost(RedisFailure.CONNECTION_LOST, JedisAccess.reason(e));
        }
    }

    /** Returns the outcome of a lost connection: with other nodes left, the user stays connected. */
    private Outcome lost(String errorClass, String message) {
        refresh();
        return links.isAnyOpen() ? Outcome.error(errorClass, message) : Outcome.connectionLost(errorClass, message);
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
