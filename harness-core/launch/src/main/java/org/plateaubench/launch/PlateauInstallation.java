// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An installation of Plateau, found by its launcher. Immutable.
 *
 * @param launcher the executable file {@code plateau}
 */
public record PlateauInstallation(Path launcher) {
    /** System property that names the folder of an installation. */
    public static final String PROPERTY = "plateau.installation";

    /** Environment variable that names the folder of an installation. */
    public static final String VARIABLE = "PLATEAU_HOME";

    private static final String LAUNCHER = "plateau";

    /**
     * The installation that the property or, without it, the environment variable names.
     *
     * @return empty when neither is set
     * @throws LaunchFailure when the named folder has no launcher
     */
    public static Optional<PlateauInstallation> named() throws LaunchFailure {
        return named(System.getProperty(PROPERTY, ""), System.getenv(VARIABLE));
    }

    static Optional<PlateauInstallation> named(String property, @Nullable String variable) throws LaunchFailure {
        if (!property.isBlank()) {
            return Optional.of(in(property, "the property " + PROPERTY));
        }
        return variable == null || variable.isBlank()
                ? Optional.empty()
                : Optional.of(in(variable, "the environment variable " + VARIABLE));
    }

    /**
     * The installation that property or environment name.
     *
     * @throws LaunchFailure when neither is set, or the named folder has no launcher
     */
    public static PlateauInstallation find() throws LaunchFailure {
        return named().orElseThrow(() -> new LaunchFailure("No installation of Plateau is named: set the property "
                + PROPERTY + " or the environment variable " + VARIABLE + " to the folder of Plateau."));
    }

    /**
     * The installation in a folder: a checkout, an installed Plateau, or the only folder of an unpacked archive.
     *
     * @param origin what names the folder, for messages
     * @throws LaunchFailure when the folder has no launcher
     */
    public static PlateauInstallation in(Path folder, String origin) throws LaunchFailure {
        Path given = folder.toAbsolutePath().normalize();
        return Stream.concat(Stream.of(given), onlyFolder(given).stream())
                .flatMap(root ->
                        Stream.of(root.resolve(LAUNCHER), root.resolve("bin").resolve(LAUNCHER)))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .map(PlateauInstallation::new)
                .orElseThrow(() -> new LaunchFailure(given + ", which " + origin
                        + " names, is not an installation of Plateau: it has no executable file '" + LAUNCHER + "'."));
    }

    /**
     * The installation in a folder whose name is a text of the user.
     *
     * @throws LaunchFailure when the folder has no launcher, or the locale does not have the characters of its name
     */
    public static PlateauInstallation in(String folder, String origin) throws LaunchFailure {
        try {
            return in(Path.of(folder), origin);
        } catch (InvalidPathException e) {
            throw new LaunchFailure(
                    "The folder that " + origin
                            + " names has characters that the locale of this Java does not have. Set"
                            + " the environment variable LC_ALL to C.UTF-8.",
                    e);
        }
    }

    private static Optional<Path> onlyFolder(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> folders = entries.filter(Files::isDirectory).toList();
            return folders.size() == 1 ? Optional.of(folders.get(0)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
