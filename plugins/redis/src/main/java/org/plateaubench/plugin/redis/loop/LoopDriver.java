// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.ReplyJudge;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.loop.LoopClient.LoopShared;
import org.plateaubench.plugin.redis.loop.LoopConnection.Pending;
import org.plateaubench.plugin.redis.routing.ClusterSlots;
import org.plateaubench.plugin.redis.routing.Redirect;
import org.plateaubench.plugin.redis.routing.Target;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;

/**
 * Commands of one user, over one connection to each node with its keys. While other nodes are connected, a lost node
 * fails only the commands for it and is retried by the driver; commands that fall due meanwhile wait for the next
 * attempt and share its result. When no node is left, the harness reconnects the user. Confined to its loop.
 */
final class LoopDriver implements AsyncDriver {
    private final LoopShared shared;
    private final Target target;
    private final @Nullable ClusterSlots cluster;
    private final UserCommands commands;
    private final ReplyJudge judge;
    private final CommandEncoder encoder;
    private final boolean isOneNode;
    private final ArrayDeque<Pending> spare = new ArrayDeque<>();
    private final List<Route> routes = new ArrayList<>();
    private @Nullable Completion connecting;
    private Outcome failure = Outcome.ok();
    private boolean beginning;
    private boolean resent;

    LoopDriver(LoopShared shared, Target target, UserCommands commands) {
        this.shared = shared;
        this.target = target;
        this.cluster = target instanceof ClusterSlots slots ? slots : null;
        this.commands = commands;
        this.judge = commands.judge();
        this.encoder = new CommandEncoder(commands);
        this.isOneNode = target.isOneNode();
    }

    private Route route(int node) {
        while (routes.size() <= node) {
            LoopConnection connection =
                    new LoopConnection(shared, target.node(routes.size()), encoder, judge.reply(), this);
            routes.add(new Route(shared.loop(), connection));
        }
        return routes.get(node);
    }

    private Route routeOf(LoopConnection connection) {
        for (Route route : routes) {
            if (route.connection().equals(connection)) {
                return route;
            }
        }
        throw new IllegalArgumentException("a connection of another driver");
    }

    // ---- connecting

    @Override
    public void connect(Completion completion) {
        abort();
        connecting = completion;
        failure = Outcome.ok();
        beginning = true;
        for (int node = 0; node < target.nodeCount(); node++) {
            if (target.holdsKeys(node)) {
                route(node).open();
            }
        }
        beginning = false;
        lookWhetherConnected();
    }

    /** Completes the connection when every attempt has ended, at least one with success. */
    private void lookWhetherConnected() {
        Completion waiting = connecting;
        if (waiting == null || beginning || routes.stream().anyMatch(Route::isOpening)) {
            return;
        }
        connecting = null;
        if (routes.stream().noneMatch(Route::isOpen)) {
            abort();
            waiting.complete(failure);
            return;
        }
        if (cluster != null) {
            judge.connected(cluster.takeConnections());
        }
        for (int node = 0; node < routes.size(); node++) {
            if (!routes.get(node).isOpen() && target.holdsKeys(node)) {
                routes.get(node).openLater();
            }
        }
        waiting.complete(Outcome.ok());
    }

    void opened(LoopConnection connection) {
        judge.connected(1);
        routeOf(connection).opened();
        lookWhetherConnected();
    }

    /** Handles a lost node, or a failed attempt to reach one: its commands fail, and the user is reconnected if it was the last one. */
    void ended(LoopConnection connection, String errorClass, String message, List<Pending> unanswered) {
        refresh();
        if (connecting != null) {
            failure = Outcome.connectionLost(errorClass, connection.node() + ": " + message);
            lookWhetherConnected();
            return;
        }
        String kind = errorClass.equals(RedisFailure.CONNECTION_LOST) ? errorClass : RedisFailure.NOT_CONNECTED;
        boolean last = routes.stream().noneMatch(route -> route.isOpen() || route.isOpening());
        Outcome outcome =
                last && !unanswered.isEmpty() ? Outcome.connectionLost(kind, message) : Outcome.error(kind, message);
        if (!outcome.connectionLost()) {
            routeOf(connection).openLater();
        }
        for (Pending pending : unanswered) {
            complete(pending, outcome);
        }
        judge.settle();
    }

    // ---- commands

    @Override
    public void start(OperationCall call, Completion completion) {
        Pending known = spare.pollLast();
        Pending pending = known == null ? new Pending() : known;
        commands.fill(call, pending.request());
        pending.begin(completion);
        if (isOneNode) {
            route(0).send(pending);
        } else {
            int node = target.nodeOf(commands.text(), pending.request());
            if (node == Target.SEVERAL) {
                complete(pending, RedisFailure.apart());
            } else {
                route(node).send(pending);
            }
        }
    }

    @Override
    public void flush() {
        for (int i = 0; i < routes.size(); i++) {
            routes.get(i).flush();
        }
    }

    void replied(LoopConnection connection, Pending pending, RedisReply reply) {
        if (cluster != null && reply.kind() == RedisReply.Kind.ERROR && isSentOn(connection, pending, reply.error())) {
            return;
        }
        complete(pending, judge.judge(pending.request(), reply));
    }

    private void complete(Pending pending, Outcome outcome) {
        Completion completion = pending.end();
        spare.addLast(pending);
        if (completion != null) {
            completion.complete(outcome);
        }
    }

    /** All replies of one read have been passed on. */
    void settled() {
        judge.settle();
        if (resent) {
            resent = false;
            flush();
        }
    }

    // ---- cluster

    /** Follows a redirection within the operation and its response time, up to a limit. */
    private boolean isSentOn(LoopConnection connection, Pending pending, String error) {
        Redirect redirect = Redirect.of(error);
        if (error.startsWith(RedisFailure.CLUSTER_DOWN) || (redirect != null && !redirect.asking())) {
            refresh();
        }
        if (redirect == null || cluster == null) {
            return false;
        }
        judge.redirected();
        int node = cluster.follow(redirect, connection.node());
        if (pending.redirect(redirect.asking()) > Redirect.MOST || node == ClusterSlots.UNKNOWN) {
            return false;
        }
        route(node).send(pending);
        resent = true;
        return true;
    }

    private void refresh() {
        target.refresh(shared.loop().nanoTime());
    }

    // ---- the end

    @Override
    public void abort() {
        connecting = null;
        routes.forEach(Route::close);
    }

    @Override
    public void close() {
        abort();
        judge.settle();
    }

    /** The route to one node: its connection, and the time of the next attempt. Confined to its loop. */
    private static final class Route {
        private static final long FIRST_RETRY_NANOS = 50_000_000;
        private static final long LAST_RETRY_NANOS = 1_000_000_000;

        private final EventLoop loop;
        private final LoopConnection connection;
        private long retryNanos = FIRST_RETRY_NANOS;
        private EventLoop.@Nullable Timer retry;

        Route(EventLoop loop, LoopConnection connection) {
            this.loop = loop;
            this.connection = connection;
        }

        LoopConnection connection() {
            return connection;
        }

        boolean isOpen() {
            return connection.isOpen();
        }

        boolean isOpening() {
            return !connection.isOpen() && !connection.isClosed();
        }

        /** Begins to open it, unless already begun. */
        void open() {
            cancelRetry();
            if (connection.isClosed()) {
                connection.open();
            }
        }

        /** Retries after a delay, which grows until the route is open. */
        void openLater() {
            cancelRetry();
            retry = loop.schedule(loop.nanoTime() + retryNanos, this::open);
            retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
        }

        void opened() {
            retryNanos = FIRST_RETRY_NANOS;
        }

        private void cancelRetry() {
            EventLoop.Timer armed = retry;
            retry = null;
            if (armed != null) {
                armed.cancel();
            }
        }

        /** Sends a command; a closed route is opened for it, at once or at the scheduled time. */
        void send(Pending pending) {
            connection.send(pending);
            if (retry == null && connection.isClosed()) {
                connection.open();
            }
        }

        void flush() {
            connection.flush();
        }

        void close() {
            cancelRetry();
            connection.close();
        }
    }
}
