// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.plateaubench.loader.Sha256;

/**
 * A file that a workload uses.
 *
 * @param path its path relative to the folder of the run file, which is also its path in the run directory
 * @param sha256 digest of its text
 */
public record PlannedFile(String path, String sha256) {
    public static PlannedFile of(String path, String text) {
        return new PlannedFile(
                path, HexFormat.of().formatHex(Sha256.begun().digest(text.getBytes(StandardCharsets.UTF_8))));
    }
}
