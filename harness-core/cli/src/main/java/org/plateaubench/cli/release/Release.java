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
 * @param maintainer name and address of the publisher, as in {@code Name <name@example.org>}
 * @param sources web address of its sources
 */
public record Release(
        Path folder, String version, Instant timestamp, String homepage, String maintainer, String sources) {
    /** Name of the file, in the folder of an installation, that describes it. */
    public static final String FILE = "release";

    /**
     * Reads the description of the installation that the launcher names in {@code plateau.home}.
     *
     * @throws IOException with a one-sentence message when there is none
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
                properties.getProperty("maintainer"),
                properties.getProperty("sources"));
    }

    /** The bill of materials in the format of CycloneDX, which only a build can create. */
    public Path billOfMaterials() {
        return folder.resolve("sbom.json");
    }

    /**
     * Creates the bill of materials with the build of a checkout, if it is missing.
     *
     * @throws IOException with a one-sentence message when it could not be created
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

    /**
     * The folder of the launcher: the installation itself, or the checkout from which it was built, whose launcher
     * rebuilds changed modules.
     */
    Path home() {
        Path checkout = folder.resolve("../../..").normalize();
        return Files.exists(checkout.resolve("distribution/bill-of-materials")) ? checkout : folder;
    }

    /** The artifacts for partners, in the layout of a Maven repository. */
    Path sdk() {
        return folder.resolve("sdk");
    }
}
