// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.plateaubench.loader.Sha256;

/**
 * A copy of a file of a bounded size.
 *
 * @param file the copy
 * @param sha256 digest of its bytes, 64 hexadecimal digits
 */
record CopiedFile(Path file, String sha256) {
    static CopiedFile of(Path from, Path to, long mostBytes) throws IOException, RefusedPlugin {
        MessageDigest digest = Sha256.begun();
        long left = mostBytes;
        byte[] buffer = new byte[64 * 1024];
        try (InputStream in = new DigestInputStream(Files.newInputStream(from), digest);
                OutputStream out = Files.newOutputStream(to)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                left -= read;
                if (left < 0) {
                    throw new RefusedPlugin("The archive is refused: it is larger than " + (mostBytes >> 20) + " MiB.");
                }
                out.write(buffer, 0, read);
            }
        }
        return new CopiedFile(to, HexFormat.of().formatHex(digest.digest()));
    }
}
