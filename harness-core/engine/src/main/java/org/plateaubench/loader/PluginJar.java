// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A file of a plugin, with the digest of its bytes in 64 hexadecimal digits. */
public record PluginJar(String name, String sha256) {
    static PluginJar of(Path jar) {
        try {
            return new PluginJar(jar.getFileName().toString(), Sha256.of(jar));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
