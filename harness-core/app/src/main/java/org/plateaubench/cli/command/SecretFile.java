// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plateaubench.api.IoReason;
import org.plateaubench.app.UsageError;

/**
 * A file, or a pipe from another program, that an option names and that holds one secret. Stateless and thread-safe.
 */
public final class SecretFile {
    private SecretFile() {}

    public static String read(Path file, String option) throws UsageError {
        if (!Files.exists(file)) {
            throw refused(option, "There is no file " + file);
        }
        if (Files.isDirectory(file)) {
            throw refused(option, file + " is a folder");
        }
        try {
            String secret = Files.readString(file).strip();
            if (secret.chars().noneMatch(Character::isISOControl)) {
                return secret;
            }
            throw refused(option, file + " holds more than one line");
        } catch (CharacterCodingException e) {
            throw refused(option, file + " is not text in UTF-8");
        } catch (IOException e) {
            throw refused(option, IoReason.of(e));
        }
    }

    private static UsageError refused(String option, String found) {
        return new UsageError(option + ": " + found + "; name a file that holds the secret and nothing else.");
    }
}
