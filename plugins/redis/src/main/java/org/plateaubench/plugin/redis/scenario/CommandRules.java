// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.scenario.tree.Section;

/** Which commands a scenario may send, and where their keys are. */
final class CommandRules {
    /** Commands that must be allowed: they affect more than the keys that they name, or only the server knows what. */
    private static final Set<String> GUARDED = Set.of(
            "ACL",
            "BGREWRITEAOF",
            "BGSAVE",
            "CLIENT",
            "CLUSTER",
            "CONFIG",
            "DEBUG",
            "EVAL",
            "EVALSHA",
            "FAILOVER",
            "FCALL",
            "FLUSHALL",
            "FLUSHDB",
            "FUNCTION",
            "LATENCY",
            "MIGRATE",
            "MODULE",
            "REPLICAOF",
            "SAVE",
            "SCRIPT",
            "SHUTDOWN",
            "SLAVEOF",
            "SLOWLOG",
            "SWAPDB");

    /** Commands after which replies no longer follow requests, or that change the connection. */
    private static final Set<String> IMPOSSIBLE = Set.of(
            "ASKING",
            "AUTH",
            "HELLO",
            "MONITOR",
            "PSUBSCRIBE",
            "PSYNC",
            "PUNSUBSCRIBE",
            "QUIT",
            "READONLY",
            "READWRITE",
            "REPLCONF",
            "RESET",
            "SELECT",
            "SSUBSCRIBE",
            "SUBSCRIBE",
            "SUNSUBSCRIBE",
            "SYNC",
            "UNSUBSCRIBE");

    /** Position of the first key of commands whose first argument is none; a cluster corrects a wrong guess. */
    private static final Map<String, Integer> FIRST_KEYS = Map.ofEntries(
            Map.entry("BITOP", 3),
            Map.entry("BLMPOP", 3),
            Map.entry("BZMPOP", 3),
            Map.entry("EVAL", 3),
            Map.entry("EVALSHA", 3),
            Map.entry("EVALSHA_RO", 3),
            Map.entry("EVAL_RO", 3),
            Map.entry("FCALL", 3),
            Map.entry("FCALL_RO", 3),
            Map.entry("LMPOP", 2),
            Map.entry("MEMORY", 2),
            Map.entry("OBJECT", 2),
            Map.entry("SINTERCARD", 2),
            Map.entry("XGROUP", 2),
            Map.entry("XINFO", 2),
            Map.entry("ZDIFF", 2),
            Map.entry("ZINTER", 2),
            Map.entry("ZMPOP", 2),
            Map.entry("ZUNION", 2));

    private static final int FIRST_ARGUMENT = 1;

    private final Set<String> allowed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    CommandRules(List<String> allowed) {
        this.allowed.addAll(allowed);
    }

    /** Reports a command that may not be sent. */
    void require(String written, Section step, String key) {
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
        int position = FIRST_KEYS.getOrDefault(name, FIRST_ARGUMENT);
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
