// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.Program;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.BoundedPattern;
import org.plateaubench.scenario.value.StepFailure;

/**
 * Finds the version of a program.
 *
 * @param command command that prints it
 * @param pattern pattern of a supported version in the output; null for the first line
 * @param expression text of the pattern
 */
record ToolVersion(
        String name, List<String> command, @Nullable BoundedPattern pattern, String expression) {
    private static final String RUN = "run";
    private static final Duration LIMIT = Duration.ofSeconds(10);

    static final List<Key> KEYS = List.of(
            Key.any(RUN, "Prints the version: a list of a program and its arguments, or a text for the shell."),
            Key.text(
                    ToolAnswers.REGEX,
                    "A regular expression, of which the first group is the version; a program of another version, which"
                            + " does not match, is refused. The first line unless it is given."));

    static ToolVersion read(Section all, String name) {
        Section section = all.section(name);
        section.allow(KEYS);
        String expression = section.text(ToolAnswers.REGEX).orElse("");
        return new ToolVersion(
                name,
                section.value(RUN) instanceof String line ? List.of("/bin/sh", "-c", line) : section.texts(RUN),
                expression.isEmpty() ? null : BoundedPattern.compile(expression, section, ToolAnswers.REGEX),
                expression);
    }

    static void requireInstalled(String program) throws IOException {
        if (!program.contains("/") && Program.find(program, List.of()).isEmpty()) {
            throw new IOException(
                    program + " is not installed on this host; install it, such as by apt-get, or write its path");
        }
    }

    /** Runs the command for at most 10 s; the variables replace their references in it. */
    String find(ToolProcess process, Path folder, Map<?, ?> variables)
            throws IOException, InterruptedException, StepFailure {
        List<String> words = new ArrayList<>(command);
        variables.forEach((variable, text) ->
                words.replaceAll(word -> word.replace("${" + variable + "}", String.valueOf(text))));
        String shown = String.join(" ", words);
        requireInstalled(words.getFirst());
        Thread limit = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(LIMIT);
                process.abort();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Output output = process.run(words, Map.of(), folder, _ -> {});
        if (!limit.isAlive()) {
            throw new IOException(shown + " did not print a version within " + LIMIT.toSeconds() + " s");
        }
        limit.interrupt();
        if (output.isMissing()) {
            throw new IOException(name + " is not installed on this host, or cannot be run: " + output.lastMessage());
        }
        String text = output.text() + "\n" + output.lastErrors();
        String found = pattern == null
                ? text.lines().filter(line -> !line.isBlank()).findFirst().orElse(null)
                : pattern.find(text);
        if (found == null) {
            throw new IOException(shown + " did not print a version of " + name
                    + " for which this scenario is made"
                    + (pattern == null ? "" : " ('" + expression + "')") + "; " + output.firstAndLastLine()
                    + "; install such a version, or change 'versions' when its output has been checked");
        }
        return found.strip();
    }
}
