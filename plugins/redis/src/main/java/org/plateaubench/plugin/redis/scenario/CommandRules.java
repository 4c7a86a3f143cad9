// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.scenario.tree.Section;

/** Which commands a scenario may send, and where their keys are. */
final class CommandRules {
    /** Commands that must be allowed: they affect more than the keys that they name, or only the server knows what. */
    private static final Set<String> GUARDED = words("""
            ACL BGREWRITEAOF BGSAVE CLIENT CLUSTER CONFIG DEBUG EVAL EVALSHA FAILOVER FCALL FLUSHALL FLUSHDB
            FUNCTION LATENCY MIGRATE MODULE REPLICAOF SAVE SCRIPT SHUTDOWN SLAVEOF SLOWLOG SWAPDB
            """);

    /** Commands after which replies no longer follow requests, or that change the connection. */
    private static final Set<String> IMPOSSIBLE = words("""
            ASKING AUTH HELLO MONITOR PSUBSCRIBE PSYNC PUNSUBSCRIBE QUIT READONLY READWRITE REPLCONF RESET
            SELECT SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE SYNC UNSUBSCRIBE
            """);

    /** Commands whose first key is not the first argument but the second; a cluster corrects a wrong guess. */
    private static final Set<String> SECOND = words("""
            LMPOP MEMORY OBJECT SINTERCARD XGROUP XINFO ZDIFF ZINTER ZMPOP ZUNION
            """);

    /** Commands whose first key is the third argument. */
    private static final Set<String> THIRD = words("""
            BITOP BLMPOP BZMPOP EVAL EVALSHA EVALSHA_RO EVAL_RO FCALL FCALL_RO
            """);

    private final Set<String> allowed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    CommandRules(List<String> allowed) {
        this.allowed.addAll(allowed);
    }

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
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
        int position = SECOND.contains(name) ? 2 : THIRD.contains(name) ? 3 : 1;
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
