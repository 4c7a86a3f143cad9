// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Properties;

/**
 * The installation that this program runs from.
 *
 * @param folder its folder
 * @param version its version
 * @param timestamp the time that the build gives to every file, which makes two builds of one commit equal
 */
public record Release(Path folder, String version, Instant timestamp) {
    /** Name of the file, in the folder of an installation, that describes it. */
    static final String FILE = "release";

    /**
     * Reads the description of the installation that the launcher names in {@code plateau.home}.
     *
     * @throws IOException with a sentence for a person when there is none
     */
    public static Release running() throws IOException {
        return of(Path.of(System.getProperty("plateau.home", "")).toAbsolutePath());
    }

    static Release of(Path folder) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(folder.resolve(FILE))) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    folder + " is not an installation of Plateau: the file '" + FILE
                            + "' is missing. Build or unpack it again.",
                    e);
        }
        return new Release(
                folder, properties.getProperty("version"), Instant.parse(properties.getProperty("timestamp")));
    }

    /** The artifacts for partners, in the layout of a Maven repository. */
    Path sdk() {
        return folder.resolve("sdk");
    }
}
