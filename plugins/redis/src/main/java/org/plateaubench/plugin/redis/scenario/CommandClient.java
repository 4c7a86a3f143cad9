// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.jedis.JedisLink;
import org.plateaubench.plugin.redis.jedis.JedisLinks;
import org.plateaubench.plugin.redis.routing.ClusterSlots;
import org.plateaubench.plugin.redis.routing.Redirect;
import org.plateaubench.plugin.redis.routing.Target;
import org.plateaubench.plugin.redis.service.JedisAccess;
import org.plateaubench.scenario.Client;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.spi.UserContext;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The connections of one user, and the commands of its present step. */
final class CommandClient implements Client {
    private static final String COMMANDS = "commands";

    private final Target target;
    private final @Nullable ClusterSlots cluster;
    private final JedisLinks links;
    private final UserContext user;
    private final UserContext.Counter sent;
    private final UserContext.Counter redirects;
    private final UserContext.Counter connections;
    private final @Nullable Consumer<String> trace;
    private List<List<byte[]>> commands = List.of();

    CommandClient(Target target, JedisAccess access, UserContext user) {
        this.target = target;
        this.user = user;
        cluster = target instanceof ClusterSlots slots ? slots : null;
        sent = user.counter(COMMANDS);
        redirects = user.counter(RedisMeasure.REDIRECTS.title());
        connections = user.counter(RedisMeasure.CONNECTIONS.title());
        trace = user.trace().orElse(null);
        links = new JedisLinks(target, access, user, connections::add);
    }

    static List<MeasureDefinition> measures() {
        return List.of(
                MeasureDefinition.counter(COMMANDS, "commands", "Commands that were sent, including redirected ones."),
                RedisMeasure.REDIRECTS.definition(),
                RedisMeasure.CONNECTIONS.definition());
    }

    @Override
    public void connect() throws IOException {
        links.open();
        if (cluster != null) {
            connections.add(cluster.takeConnections());
        }
    }

    /** Receives what is sent and read, where a single user is tried; otherwise null. */
    @Nullable
    Consumer<String> trace() {
        return trace;
    }

    /** Takes the commands of the next step: each its name and arguments. */
    void prepare(List<List<byte[]>> prepared) {
        commands = prepared;
    }

    /** Sends the only command, and follows redirections of a cluster. */
    @Nullable
    Object single() throws StepFailure {
        int node = Math.max(0, nodeOf(commands.getFirst()));
        boolean asking = false;
        for (int followed = 0; ; followed++) {
            Object reply = exchange(node, asking).getFirst();
            Redirect redirect = followed < Redirect.MOST ? redirect(reply) : null;
            int next = redirect == null ? ClusterSlots.UNKNOWN : follow(redirect, node);
            if (redirect == null || next == ClusterSlots.UNKNOWN) {
                return reply;
            }
            node = next;
            asking = redirect.asking();
        }
    }

    /** Sends all commands to the node of the first key. If keys have moved, later pipelines go to their new node. */
    List<@Nullable Object> pipeline() throws StepFailure {
        int node = commands.stream()
                .mapToInt(this::nodeOf)
                .filter(each -> each >= 0)
                .findFirst()
                .orElse(0);
        List<@Nullable Object> replies = exchange(node, false);
        for (Object reply : replies) {
            Redirect redirect = redirect(reply);
            if (redirect != null) {
                follow(redirect, node);
            }
        }
        return replies;
    }

    private @Nullable Redirect redirect(@Nullable Object reply) {
        return cluster != null && reply instanceof JedisDataException error
                ? Redirect.of(String.valueOf(error.getMessage()))
                : null;
    }

    private int follow(Redirect redirect, int node) {
        redirects.add(1);
        return cluster == null ? ClusterSlots.UNKNOWN : cluster.follow(redirect, target.node(node));
    }

    /** The node of the first key of a command; negative for a command without keys. */
    private int nodeOf(List<byte[]> command) {
        int key = target.isOneNode() ? -1 : CommandRules.keyOf(command);
        return key < 0 ? key : target.nodeOf(command.get(key));
    }

    private List<@Nullable Object> exchange(int node, boolean asking) throws StepFailure {
        JedisLink link = links.link(node);
        if (link == null) {
            throw lost(RedisFailure.NOT_CONNECTED, links.failure(node));
        }
        try {
            if (asking) {
                link.sendCommand(Protocol.Command.ASKING);
                link.getOne();
            }
            for (List<byte[]> command : commands) {
                if (trace != null) {
                    trace.accept("> " + CommandTexts.shown(command));
                }
                byte[] name = command.getFirst();
                link.sendCommand(() -> name, command.subList(1, command.size()).toArray(byte[][]::new));
            }
            sent.add(commands.size());
            List<@Nullable Object> replies = link.getMany(commands.size());
            if (trace != null) {
                replies.forEach(reply -> trace.accept("< " + Reply.shown(reply)));
            }
            return replies;
        } catch (JedisException e) {
            links.drop(node);
            throw lost(RedisFailure.CONNECTION_LOST, JedisAccess.reason(e));
        }
    }

    /** The user stays connected as long as there are other nodes. */
    private StepFailure lost(String errorClass, String message) {
        target.refresh(user.nanoTime());
        return new StepFailure(
                links.isAnyOpen() ? Outcome.error(errorClass, message) : Outcome.connectionLost(errorClass, message));
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
