// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file, or a pipe from another program, that an option names and that holds one secret. Stateless; any thread. */
public final class SecretFile {
    private static final int MOST_BYTES = 4096;

    private SecretFile() {}

    /**
     * The secret, without blanks before and after it; may be empty.
     *
     * @param option the option that names the file, for messages
     * @throws UsageError when there is no such file, or it holds anything but one line of text
     */
    public static String read(Path file, String option) throws UsageError {
        if (!Files.exists(file)) {
            throw refused(option, "There is no file " + file);
        }
        if (Files.isDirectory(file)) {
            throw refused(option, file + " is a folder");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            String secret = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .strip();
            if (bytes.length <= MOST_BYTES && secret.chars().noneMatch(Character::isISOControl)) {
                return secret;
            }
            throw refused(option, file + " holds more than one line, or more than " + MOST_BYTES + " bytes");
        } catch (CharacterCodingException e) {
            throw refused(option, file + " is not text in UTF-8");
        } catch (AccessDeniedException e) {
            throw refused(option, file + " cannot be read: permission denied");
        } catch (IOException e) {
            throw refused(option, file + " cannot be read: " + e.getMessage());
        }
    }

    private static UsageError refused(String option, String found) {
        return new UsageError(option + ": " + found + "; name a file that holds the secret and nothing else.");
    }
}
