// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.util.List;

/**
 * The document {@code bundle.json}, which a signature covers: all that a bundle has.
 *
 * @param schema name and version of the form of bundles
 * @param runId id of the run, and folder of its files in the bundle
 * @param files the files of the run, by path
 */
record BundleIndex(String schema, String runId, List<Item> files) {
    static final String SCHEMA = "plateau.bundle/1";

    /** The index's own name in the bundle. */
    static final String NAME = "bundle.json";

    /** The name of the signature of the index. */
    static final String SIGNATURE = "bundle.sig";

    BundleIndex {
        files = List.copyOf(files);
    }

    /**
     * A file.
     *
     * @param path relative to the folder of the run
     * @param bytes its size
     * @param sha256 its digest, 64 lower-case hexadecimal digits
     */
    record Item(String path, long bytes, String sha256) {}
}
