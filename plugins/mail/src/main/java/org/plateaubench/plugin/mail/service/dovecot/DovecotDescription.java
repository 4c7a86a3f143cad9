// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.process.Program;

/** The description of the servers of a SUT. */
record DovecotDescription(DovecotParameters given, List<Path> programs, Path folder) {
    private static final String NOT_KNOWN = "not known";
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Returns versions and settings, without secrets. */
    Map<String, String> facts() throws IOException, InterruptedException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("dovecot", version(programs.getFirst(), "--version"));
        facts.put("postfix", postfixVersion());
        facts.put("radicale", version(programs.getLast(), "--version"));
        facts.put("dovecot settings", String.join("; ", DovecotConfiguration.tuning(given)));
        facts.put("dovecot settings given", String.join("; ", given.dovecotSettings()));
        facts.put("postfix settings", Postfix.described(given));
        given.describe(facts);
        facts.put("storage", given.storage().name().toLowerCase(Locale.ROOT));
        facts.put(
                "fs.inotify.max_user_instances", Long.toString(HostLimits.read().watchers()));
        return facts;
    }

    /** Returns the output of a program for some arguments, or that it has none. */
    private String version(Path program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Path answer = Files.createTempFile(folder, "version", ".txt");
        try {
            Program asked = new Program(command, folder, answer);
            return asked.run(LIMIT) ? asked.firstWords() : NOT_KNOWN;
        } finally {
            Files.delete(answer);
        }
    }

    private String postfixVersion() throws IOException, InterruptedException {
        Optional<Path> program = new InstalledProgram("postconf", List.of(), "postfix").found();
        return program.isPresent() ? version(program.get(), "-d", "-h", "mail_version") : NOT_KNOWN;
    }
}
