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
 * @param homepage web address of Plateau
 * @param sources web address of its sources
 */
public record Release(Path folder, String version, Instant timestamp, String homepage, String sources) {
    /** Name of the file, in the folder of an installation, that describes it. */
    public static final String FILE = "release";

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
                folder,
                properties.getProperty("version"),
                Instant.parse(properties.getProperty("timestamp")),
                properties.getProperty("homepage"),
                properties.getProperty("sources"));
    }

    /** The bill of materials in the format of CycloneDX; only a build knows how to make it. */
    public Path billOfMaterials() {
        return folder.resolve("sbom.json");
    }

    /**
     * Has the build of a checkout make the bill of materials where it is missing.
     *
     * @throws IOException with a sentence for a person when there is none afterwards
     */
    public void describe() throws IOException {
        Path maker = folder.resolve("../../bill-of-materials").normalize();
        if (Files.notExists(billOfMaterials()) && Files.isExecutable(maker)) {
            Process making = new ProcessBuilder(maker.toString()).inheritIO().start();
            making.onExit().join();
        }
        if (Files.notExists(billOfMaterials())) {
            throw new IOException(
                    billOfMaterials() + " is missing; run ./plateau dist in a checkout, whose build makes it.");
        }
    }

    /** The folder whose launcher starts it: its own, or the checkout that has built it and builds what has changed. */
    Path home() {
        Path checkout = folder.resolve("../../..").normalize();
        return Files.exists(checkout.resolve("distribution/bill-of-materials")) ? checkout : folder;
    }

    /** The artifacts for partners, in the layout of a Maven repository. */
    Path sdk() {
        return folder.resolve("sdk");
    }
}
