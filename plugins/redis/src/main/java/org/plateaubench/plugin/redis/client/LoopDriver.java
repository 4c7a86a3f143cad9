// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.client.LoopConnection.Pending;
import org.plateaubench.plugin.redis.client.Target.Redirect;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.ReplyJudge;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.OperationCall;

/**
 * Commands of one user, over one connection to each node with its keys. While other nodes are connected, a lost node
 * fails only the commands for it and is retried by the driver; commands that are due in the meantime wait for the next
 * attempt and share its result. When no node is left, the harness reconnects the user. Confined to its loop.
 */
public final class LoopDriver implements AsyncDriver, LoopConnection.Owner {
    private final LoopConnection.Shared shared;
    private final Target target;
    private final UserCommands commands;
    private final ReplyJudge judge;
    private final boolean isOneNode;
    private final ArrayDeque<Pending> reusable = new ArrayDeque<>();
    private final List<LoopConnection> connections = new ArrayList<>();
    private @Nullable Completion connecting;
    private Outcome failure = Outcome.ok();
    private boolean isStarting;
    private boolean hasResent;

    public LoopDriver(LoopConnection.Shared shared, Target target, UserCommands commands) {
        this.shared = shared;
        this.target = target;
        this.commands = commands;
        this.judge = commands.judge();
        this.isOneNode = target.isOneNode();
    }

    private LoopConnection connection(int node) {
        while (connections.size() <= node) {
            connections.add(new LoopConnection(shared, target.node(connections.size()), judge.reply(), this));
        }
        return connections.get(node);
    }

    @Override
    public void connect(Completion completion) {
        abort();
        connecting = completion;
        failure = Outcome.ok();
        isStarting = true;
        for (int node = 0; node < target.nodeCount(); node++) {
            if (target.holdsKeys(node)) {
                connection(node).open();
            }
        }
        isStarting = false;
        checkConnected();
    }

    /** Completes the connection when every attempt has ended, at least one with success. */
    private void checkConnected() {
        Completion waiting = connecting;
        if (waiting == null || isStarting || connections.stream().anyMatch(LoopConnection::isOpening)) {
            return;
        }
        connecting = null;
        if (connections.stream().noneMatch(LoopConnection::isOpen)) {
            abort();
            waiting.complete(failure);
            return;
        }
        judge.connected(target.takeConnections());
        for (int node = 0; node < connections.size(); node++) {
            if (!connections.get(node).isOpen() && target.holdsKeys(node)) {
                connections.get(node).openLater();
            }
        }
        waiting.complete(Outcome.ok());
    }

    @Override
    public void opened() {
        judge.connected(1);
        checkConnected();
    }

    /** The user is reconnected if the node was the last one. */
    @Override
    public void ended(LoopConnection connection, String errorClass, String message, List<Pending> unanswered) {
        target.refresh();
        if (connecting != null) {
            failure = Outcome.connectionLost(errorClass, connection.node() + ": " + message);
            checkConnected();
            return;
        }
        String kind = errorClass.equals(RedisFailure.CONNECTION_LOST) ? errorClass : RedisFailure.NOT_CONNECTED;
        boolean isLast = connections.stream().noneMatch(other -> other.isOpen() || other.isOpening());
        Outcome outcome =
                isLast && !unanswered.isEmpty() ? Outcome.connectionLost(kind, message) : Outcome.error(kind, message);
        if (!outcome.connectionLost()) {
            connection.openLater();
        }
        for (Pending pending : unanswered) {
            complete(pending, outcome);
        }
        judge.flushCounts();
    }

    @Override
    public void start(OperationCall call, Completion completion) {
        Pending reused = reusable.pollLast();
        Pending pending = reused == null ? new Pending() : reused;
        commands.fill(call, pending.request);
        pending.begin(completion);
        if (isOneNode) {
            connection(0).send(pending);
        } else {
            int node = target.nodeOf(commands.text(), pending.request);
            if (node == Target.SEVERAL) {
                complete(pending, RedisFailure.CROSS_SERVER);
            } else {
                connection(node).send(pending);
            }
        }
    }

    @Override
    public void flush() {
        for (int i = 0; i < connections.size(); i++) {
            connections.get(i).flush();
        }
    }

    @Override
    public void replied(LoopConnection connection, Pending pending, RedisReply reply) {
        if (reply.kind() != RedisReply.Kind.ERROR || !isRedirected(connection, pending, reply.error())) {
            complete(pending, judge.judge(pending.request, reply));
        }
    }

    private void complete(Pending pending, Outcome outcome) {
        Completion completion = pending.end();
        reusable.addLast(pending);
        if (completion != null) {
            completion.complete(outcome);
        }
    }

    @Override
    public void readCompleted() {
        judge.flushCounts();
        if (hasResent) {
            hasResent = false;
            flush();
        }
    }

    /** Follows a redirection within the operation and its response time, up to a limit. */
    private boolean isRedirected(LoopConnection connection, Pending pending, String error) {
        Redirect redirect = target.redirect(error, connection.node());
        if (redirect == null) {
            return false;
        }
        judge.redirected(1);
        pending.redirects++;
        pending.asking = redirect.asking();
        if (pending.redirects > Redirect.MAX_REDIRECTS) {
            return false;
        }
        connection(redirect.node()).send(pending);
        hasResent = true;
        return true;
    }

    @Override
    public void abort() {
        connecting = null;
        connections.forEach(LoopConnection::close);
    }

    @Override
    public void close() {
        abort();
        judge.flushCounts();
    }
}
