// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/**
 * One command as written.
 *
 * @param written its words
 * @param texts its name and its arguments
 * @param constants bytes of each that does not depend on values, otherwise null
 */
record CommandTexts(String written, List<Template> texts, List<byte @Nullable []> constants) {
    /** Words that are separated by blanks, or in quotes. */
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    /** Reads a command from a text or a list of its arguments; problems are reported at the key. */
    static CommandTexts read(@Nullable Object written, CommandRules rules, Scope scope, Section step, String key) {
        List<String> words = words(written, step, key);
        if (words.isEmpty()) {
            step.problem(key, "There is no command.", "Write GET user:1, or a list of the arguments.");
            return new CommandTexts("", List.of(), List.of());
        }
        rules.require(words.getFirst(), step, key);
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
                words.add(quoted != null ? quoted : matcher.group(3));
            }
        }
        return words;
    }

    /** The name and the arguments for the present unit. */
    List<byte[]> bytes(Values values) throws StepFailure {
        List<byte[]> bytes = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            byte[] known = constants.get(i);
            bytes.add(known == null ? texts.get(i).text(values).getBytes(StandardCharsets.UTF_8) : known);
        }
        return bytes;
    }

    /** Bytes as a line for a person. */
    static String shown(List<byte[]> command) {
        return command.stream()
                .map(each -> new String(each, StandardCharsets.UTF_8))
                .map(each -> each.isEmpty() || each.contains(" ") ? "\"" + each + "\"" : each)
                .collect(Collectors.joining(" "));
    }
}
