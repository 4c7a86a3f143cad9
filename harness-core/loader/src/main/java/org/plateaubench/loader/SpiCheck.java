// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.Optional;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.SpiVersion;

/** Checks whether a plugin's jar was compiled against a version of the plugin interface that this Plateau supports. */
final class SpiCheck {
    private SpiCheck() {}

    /** The version in a manifest; empty if there is none, and then the jar is accepted. */
    static Optional<String> named(@Nullable Manifest manifest) {
        return Optional.ofNullable(manifest)
                .map(present -> present.getMainAttributes().getValue(SpiVersion.ATTRIBUTE));
    }

    /** The reason why a jar cannot be used, a sentence; empty if it can. */
    static Optional<String> problem(String jar, String named) {
        SpiVersion version;
        try {
            version = SpiVersion.parse(named);
        } catch (IllegalArgumentException e) {
            return Optional.of("the manifest of " + jar + ": " + e.getMessage());
        }
        if (SpiVersion.CURRENT.supports(version)) {
            return Optional.empty();
        }
        boolean isOlder = version.major() < SpiVersion.CURRENT.major();
        return Optional.of(jar + " was compiled against the " + (isOlder ? "older" : "newer") + " plugin interface "
                + version + ", and this Plateau has " + SpiVersion.CURRENT + ": "
                + (isOlder
                        ? "compile the plugin against the jars of this Plateau"
                        : "install a newer Plateau, or compile the plugin against the jars of this one"));
    }
}
