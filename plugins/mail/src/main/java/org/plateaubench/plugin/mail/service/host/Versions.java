// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.process.Program;

/**
 * Reads the versions of programs.
 *
 * @param folder folder for temporary files with their output
 */
public record Versions(Path folder) {
    private static final String NOT_KNOWN = "not known";
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Returns the output of a program for some arguments, or that it has none. */
    public String of(Path program, String... arguments) throws IOException, InterruptedException {
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

    /** Returns the version of the installed Postfix. */
    public String postfix() throws IOException, InterruptedException {
        Optional<Path> program = new InstalledProgram("postconf", List.of(), "postfix").found();
        return program.isPresent() ? of(program.get(), "-d", "-h", "mail_version") : NOT_KNOWN;
    }
}
