// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.ReplyJudge;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.resp.Codec;
import org.plateaubench.plugin.redis.routing.ClusterSlots;
import org.plateaubench.plugin.redis.routing.NodeOfKeys;
import org.plateaubench.plugin.redis.routing.Redirect;
import org.plateaubench.plugin.redis.routing.Target;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.OperationCall;

/**
 * Commands of one user, over one connection to each node with its keys. While other nodes are connected, a lost node
 * fails only the commands for it and is retried by the driver; commands that fall due meanwhile wait for the next
 * attempt and share its result. When no node is left, the harness reconnects the user. Confined to its loop.
 */
final class LoopDriver implements AsyncDriver, LoopConnection.Owner {
    private final LoopShared shared;
    private final Target target;
    private final @Nullable ClusterSlots cluster;
    private final UserCommands commands;
    private final ReplyJudge judge;
    private final Supplier<Codec> codecs;
    private final boolean isOneNode;
    private final ArrayDeque<Pending> spare = new ArrayDeque<>();
    private final List<Route> routes = new ArrayList<>();
    private @Nullable Completion connecting;
    private Outcome failure = Outcome.ok();
    private boolean beginning;
    private boolean askedForSlots;
    private boolean awaitsSlots;
    private boolean resent;

    LoopDriver(LoopShared shared, Target target, UserCommands commands, Supplier<Codec> codecs) {
        this.shared = shared;
        this.target = target;
        this.cluster = target instanceof ClusterSlots slots ? slots : null;
        this.commands = commands;
        this.judge = commands.judge();
        this.codecs = codecs;
        this.isOneNode = target.isOneNode();
    }

    private Route route(int node) {
        while (routes.size() <= node) {
            LoopConnection connection =
                    new LoopConnection(shared, target.node(routes.size()), codecs.get(), judge.reply(), this);
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
        askedForSlots = false;
        awaitsSlots = false;
        openNodes();
    }

    /** Opens the routes to every node with keys. */
    private void openNodes() {
        beginning = true;
        for (int node = 0; node < target.nodeCount(); node++) {
            if (cluster == null || cluster.isOwner(node)) {
                route(node).open();
            }
        }
        beginning = false;
        lookWhetherConnected();
    }

    /**
     * Completes the connection when every attempt has ended, at least one with success, and a cluster has returned its
     * slots.
     */
    private void lookWhetherConnected() {
        Completion waiting = connecting;
        if (waiting == null || beginning || routes.stream().anyMatch(Route::isOpening)) {
            return;
        }
        Route open = anyOpen();
        if (open == null) {
            connecting = null;
            abort();
            waiting.complete(failure);
        } else if (cluster != null && !askedForSlots) {
            askedForSlots = true;
            awaitsSlots = true;
            open.connection().askForSlots();
        } else if (!awaitsSlots) {
            connecting = null;
            for (int node = 0; node < routes.size(); node++) {
                Route route = routes.get(node);
                if (!route.isOpen() && (cluster == null || cluster.isOwner(node))) {
                    route.openLater();
                }
            }
            waiting.complete(Outcome.ok());
        }
    }

    private @Nullable Route anyOpen() {
        for (Route route : routes) {
            if (route.isOpen()) {
                return route;
            }
        }
        return null;
    }

    @Override
    public void opened(LoopConnection connection) {
        judge.connected();
        routeOf(connection).opened();
        lookWhetherConnected();
    }

    @Override
    public void refused(LoopConnection connection, String errorClass, String message, List<Pending> expectedKeys) {
        if (connecting != null) {
            failure = Outcome.connectionLost(errorClass, connection.node() + ": " + message);
            lookWhetherConnected();
            return;
        }
        end(connection, RedisFailure.NOT_CONNECTED, message, expectedKeys);
    }

    @Override
    public void lost(LoopConnection connection, String message, List<Pending> outstanding) {
        if (connecting != null) {
            failure = Outcome.connectionLost(RedisFailure.CONNECTION_LOST, message);
            // The node that was asked for the table of slots may be the lost one.
            askedForSlots = false;
            awaitsSlots = false;
            lookWhetherConnected();
            return;
        }
        end(connection, RedisFailure.CONNECTION_LOST, message, outstanding);
    }

    /** Handles a lost node: its commands fail, and the user is reconnected if it was the last one. */
    private void end(LoopConnection connection, String errorClass, String message, List<Pending> commandsOfIt) {
        boolean last = routes.stream().noneMatch(route -> route.isOpen() || route.isOpening());
        Outcome outcome = last && !commandsOfIt.isEmpty()
                ? Outcome.connectionLost(errorClass, message)
                : Outcome.error(errorClass, message);
        if (!outcome.connectionLost()) {
            routeOf(connection).openLater();
        }
        refreshSlots();
        for (Pending pending : commandsOfIt) {
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
            int node = NodeOfKeys.of(target, commands.text(), pending.request());
            if (node == NodeOfKeys.SEVERAL) {
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

    @Override
    public void replied(LoopConnection connection, Pending pending, RedisReply reply) {
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

    @Override
    public void settled() {
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
            refreshSlots();
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

    private void refreshSlots() {
        Route open = anyOpen();
        if (cluster != null
                && open != null
                && cluster.claimsRefresh(shared.loop().nanoTime())) {
            open.connection().askForSlots();
        }
    }

    @Override
    public void slots(LoopConnection connection, @Nullable List<?> reply, String error) {
        String wrong = cluster == null || reply == null ? error : learn(cluster, connection, reply);
        awaitsSlots = false;
        if (connecting == null) {
            return;
        }
        if (wrong.isEmpty()) {
            openNodes();
        } else {
            Completion waiting = connecting;
            connecting = null;
            abort();
            waiting.complete(Outcome.connectionLost(RedisFailure.errorClass(wrong), wrong));
        }
    }

    private static String learn(ClusterSlots cluster, LoopConnection connection, List<?> reply) {
        try {
            cluster.learn(reply, connection.node());
            return "";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
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
}
