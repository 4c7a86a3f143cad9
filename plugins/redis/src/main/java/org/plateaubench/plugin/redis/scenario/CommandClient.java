// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.plugin.redis.client.JedisLinks;
import org.plateaubench.plugin.redis.client.JedisLinks.JedisLink;
import org.plateaubench.plugin.redis.client.RedisAccess;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.scenario.ReplyAnswers.Reply;
import org.plateaubench.scenario.Client;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;
import org.plateaubench.spi.UserContext;
import redis.clients.jedis.exceptions.JedisDataException;

/** The connections of one user, and the commands of its current step. */
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

    /** Receives the sent and received texts when a single user is tried; otherwise null. */
    @Nullable
    Consumer<String> trace() {
        return trace;
    }

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
                .filter(index -> index >= 0)
                .findFirst()
                .orElse(0);
        List<@Nullable Object> replies = new ArrayList<>();
        JedisLinks.Exchange exchange = link -> {
            replies.clear();
            replies.addAll(exchange(link));
            return error(replies.getFirst());
        };
        if (!isPipeline) {
            links.exchangeWithRedirects(node, exchange);
            return new Reply(replies.getFirst());
        }
        links.exchange(node, exchange);
        for (Object reply : replies) {
            String error = error(reply);
            if (error != null) {
                links.redirect(error, node);
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
                trace.accept("> " + CommandTexts.displayText(command));
            }
            byte[] name = command.getFirst();
            link.sendCommand(() -> name, command.subList(1, command.size()).toArray(byte[][]::new));
        }
        sent.add(commands.size());
        List<@Nullable Object> replies = link.getMany(commands.size());
        if (trace != null) {
            replies.forEach(reply -> trace.accept("< " + new Reply(reply).displayText()));
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

    /** One command as written; the constants are bytes of texts that do not depend on values, otherwise null. */
    record CommandTexts(String written, List<Template> texts, List<byte @Nullable []> constants) {
        private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

        /** Commands that the parameters must allow, because they affect more than the keys in their arguments. */
        private static final Set<String> GUARDED = set("""
                ACL BGREWRITEAOF BGSAVE CLIENT CLUSTER CONFIG DEBUG EVAL EVALSHA FAILOVER FCALL FLUSHALL FLUSHDB
                FUNCTION LATENCY MIGRATE MODULE REPLICAOF SAVE SCRIPT SHUTDOWN SLAVEOF SLOWLOG SWAPDB
                """);

        /** Commands after which replies no longer follow requests, or that change the connection. */
        private static final Set<String> IMPOSSIBLE = set("""
                ASKING AUTH HELLO MONITOR PSUBSCRIBE PSYNC PUNSUBSCRIBE QUIT READONLY READWRITE REPLCONF RESET
                SELECT SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE SYNC UNSUBSCRIBE
                """);

        /** Commands whose first key is the second argument; a cluster redirects a command with a wrong node. */
        private static final Set<String> KEY_IS_SECOND = set("""
                LMPOP MEMORY OBJECT SINTERCARD XGROUP XINFO ZDIFF ZINTER ZMPOP ZUNION
                """);

        /** Commands whose first key is the third argument. */
        private static final Set<String> KEY_IS_THIRD = set("""
                BITOP BLMPOP BZMPOP EVAL EVALSHA EVALSHA_RO EVAL_RO FCALL FCALL_RO
                """);

        private static Set<String> set(String text) {
            return Set.of(text.strip().split("\\s+", -1));
        }

        /** Reads a command from a text or a list of its arguments; problems are reported at the key. */
        static CommandTexts read(@Nullable Object written, Set<String> allowed, Scope scope, Section step, String key) {
            List<String> words = words(written, step, key);
            if (words.isEmpty()) {
                step.problem(key, "There is no command.", "Write GET user:1, or a list of the arguments.");
                return new CommandTexts("", List.of(), List.of());
            }
            require(words.getFirst(), allowed, step, key);
            List<Template> texts = new ArrayList<>();
            List<byte @Nullable []> constants = new ArrayList<>();
            for (String word : words) {
                Template text = scope.template(word, step, key);
                String constant = text.constant();
                texts.add(text);
                constants.add(constant == null ? null : constant.getBytes(StandardCharsets.UTF_8));
            }
            return new CommandTexts(String.join(" ", words), texts, constants);
        }

        private static List<String> words(@Nullable Object written, Section step, String key) {
            List<String> words = new ArrayList<>();
            if (written instanceof List<?> list) {
                for (Object each : list) {
                    if (each == null || each instanceof List || each instanceof Map) {
                        step.problem(key, "An argument is not a text or number.", "Write each as one value.");
                    } else {
                        words.add(String.valueOf(each));
                    }
                }
            } else if (written != null && !(written instanceof Map)) {
                Matcher matcher = WORD.matcher(String.valueOf(written));
                while (matcher.find()) {
                    String quoted = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
                    String word = quoted != null ? quoted : matcher.group(3);
                    if (quoted == null && (word.startsWith("\"") || word.startsWith("'"))) {
                        step.problem(key, "A quote is not closed.", "Close it, or write a list of the arguments.");
                    }
                    words.add(word);
                }
            }
            return words;
        }

        List<byte[]> bytes(Values values) throws StepFailure {
            List<byte[]> bytes = new ArrayList<>(texts.size());
            for (int i = 0; i < texts.size(); i++) {
                byte[] known = constants.get(i);
                bytes.add(known == null ? texts.get(i).text(values).getBytes(StandardCharsets.UTF_8) : known);
            }
            return bytes;
        }

        static String displayText(List<byte[]> command) {
            return command.stream()
                    .map(each -> new String(each, StandardCharsets.UTF_8))
                    .map(each -> each.isEmpty() || each.contains(" ") ? "\"" + each + "\"" : each)
                    .collect(Collectors.joining(" "));
        }

        private static void require(String written, Set<String> allowed, Section step, String key) {
            String name = written.toUpperCase(Locale.ROOT);
            if (name.contains("${")) {
                step.problem(key, "The name of a command cannot depend on values.", "Write it out.");
            } else if (IMPOSSIBLE.contains(name)) {
                step.problem(
                        key,
                        name + " cannot be a step, because it changes the connection or its replies follow no request.",
                        "Remove it; login and database belong to the SUT.");
            } else if (GUARDED.contains(name.replace("_RO", "")) && !allowed.contains(name)) {
                step.problem(
                        key,
                        name + " may affect more than the keys that it names.",
                        "Remove it, or allow it by 'allowCommands: [" + name + "]' of the workload.");
            }
        }

        /** Position of the first key among the arguments, where the name is number 0; -1 for a command without keys. */
        static int keyOf(List<byte[]> command) {
            String name = new String(command.getFirst(), StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
            int position = KEY_IS_SECOND.contains(name) ? 2 : KEY_IS_THIRD.contains(name) ? 3 : 1;
            if (name.equals("XREAD") || name.equals("XREADGROUP")) {
                for (int i = 1; i < command.size(); i++) {
                    if (new String(command.get(i), StandardCharsets.UTF_8).equalsIgnoreCase("STREAMS")) {
                        position = i + 1;
                    }
                }
            }
            return position < command.size() ? position : -1;
        }
    }
}
