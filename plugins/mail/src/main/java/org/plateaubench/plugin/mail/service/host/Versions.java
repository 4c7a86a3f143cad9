// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.process.Program;

/**
 * Asks programs which version they are.
 *
 * @param folder takes their answers for a moment
 */
public record Versions(Path folder) {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** What a program says to some arguments, or that it says nothing. */
    public String of(Path program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Path answer = Files.createTempFile(folder, "version", ".txt");
        try {
            Program asked = new Program(command, folder, answer);
            return asked.run(LIMIT) ? asked.firstWords() : "not known";
        } finally {
            Files.delete(answer);
        }
    }
}
