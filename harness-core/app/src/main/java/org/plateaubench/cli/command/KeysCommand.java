// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.plateaubench.app.UsageError;
import org.plateaubench.engine.config.KeyHelp;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.loader.NearestName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "keys",
        description = {
            "Explains the keys of run files: what they mean, which values they may have, and their defaults.",
            "For the parameters of plugins see ./plateau plugins."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau keys",
            "  ./plateau keys phases think",
            "  ./plateau keys workloads.store.load.users"
        })
public final class KeysCommand implements Callable<Integer> {
    private static final String INDENT = "    ";

    @Parameters(
            arity = "0..*",
            paramLabel = "KEY",
            description = "Names or paths of keys, each with all keys below it; without any, all keys.")
    private List<String> wanted = List.of();

    @Override
    public Integer call() throws UsageError {
        List<KeyHelp> all = KeyHelp.all();
        for (String text : wanted) {
            if (all.stream().noneMatch(key -> key.hasNameOrPath(text))) {
                throw new UsageError("There is no key '" + text + "'"
                        + NearestName.of(text, names(all))
                                .map(nearest -> ", did you mean '" + nearest + "'?")
                                .orElse("; ./plateau keys lists all of them."));
            }
        }
        int columns = Terminal.detect().columns();
        List<String> lines = new ArrayList<>();
        all.stream()
                .filter(key -> wanted.isEmpty() || wanted.stream().anyMatch(key::hasNameOrPath))
                .forEach(key -> {
                    lines.add(key.path());
                    lines.addAll(TextStyle.wrapped(INDENT, INDENT, sentences(key), columns));
                });
        lines.forEach(System.out::println);
        return ExitCode.PASS.code();
    }

    private static List<String> names(List<KeyHelp> all) {
        return all.stream()
                .flatMap(key -> Stream.concat(
                        Stream.of(key.path()), Arrays.stream(key.path().split("\\."))))
                .distinct()
                .toList();
    }

    private static String sentences(KeyHelp key) {
        String otherwise = key.standard().equals(KeyHelp.REQUIRED) ? "Required." : "Default: " + key.standard() + ".";
        return key.help() + " Value: " + key.value().replace("`", "") + ". " + otherwise;
    }
}
