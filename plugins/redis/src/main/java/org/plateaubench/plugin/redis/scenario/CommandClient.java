// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.plugin.redis.client.JedisLinks;
import org.plateaubench.plugin.redis.client.JedisLinks.JedisLink;
import org.plateaubench.plugin.redis.client.RedisAccess;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.scenario.ReplyAnswers.Reply;
import org.plateaubench.scenario.Client;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.spi.UserContext;
import redis.clients.jedis.exceptions.JedisDataException;

/** The connections of one user, and the commands of its present step. */
final class CommandClient implements Client {
    private static final String COMMANDS = "commands";

    private final Target target;
    private final JedisLinks links;
    private final UserContext.Counter sent;
    private final @Nullable Consumer<String> trace;
    private List<List<byte[]>> commands = List.of();

    CommandClient(Target target, RedisAccess access, UserContext user) {
        this.target = target;
        sent = user.counter(COMMANDS);
        trace = user.trace().orElse(null);
        links = new JedisLinks(
                target,
                access,
                user,
                user.counter(RedisMeasure.CONNECTIONS.title())::add,
                user.counter(RedisMeasure.REDIRECTS.title())::add);
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

    /**
     * Sends the commands to the node of the first key. A single one follows redirections of a cluster; if keys of a
     * pipeline have moved, later ones go to their new node.
     */
    Reply send(boolean isPipeline) throws StepFailure {
        int node = commands.stream()
                .mapToInt(this::nodeOf)
                .filter(each -> each >= 0)
                .findFirst()
                .orElse(0);
        List<@Nullable Object> replies = new ArrayList<>();
        JedisLinks.Exchange exchange = link -> {
            replies.clear();
            replies.addAll(exchange(link));
            return error(replies.getFirst());
        };
        if (!isPipeline) {
            links.follow(node, exchange);
            return new Reply(replies.getFirst());
        }
        links.exchange(node, exchange);
        for (Object reply : replies) {
            String error = error(reply);
            if (error != null) {
                links.learn(error, node);
            }
        }
        return new Reply(replies);
    }

    private static @Nullable String error(@Nullable Object reply) {
        return reply instanceof JedisDataException error ? String.valueOf(error.getMessage()) : null;
    }

    /** The node of the first key of a command; negative for a command without keys. */
    private int nodeOf(List<byte[]> command) {
        int key = target.isOneNode() ? -1 : CommandTexts.keyOf(command);
        return key < 0 ? key : target.nodeOf(command.get(key));
    }

    private List<@Nullable Object> exchange(JedisLink link) {
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
            replies.forEach(reply -> trace.accept("< " + new Reply(reply).shown()));
        }
        return replies;
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
