// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The document {@code bundle.json}, which lists the content of a bundle and is covered by the signature. It has the id
 * of a run or of a study.
 *
 * @param schema name and version of the schema of bundles
 * @param runId id of the run, and folder of its files in the bundle; null for a study
 * @param studyId id of the study, and folder of its own files in the bundle; null for a run
 * @param files the files of the run, by path within its folder; those of the study and its runs, by path within the bundle
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BundleIndex(
        String schema, @Nullable String runId, @Nullable String studyId, List<Item> files) {
    /** The schema of the bundle of a run. */
    static final String OF_RUN = "plateau.bundle/1";

    /** The schema of the bundle of a study. */
    static final String OF_STUDY = "plateau.study-bundle/1";

    /** The name of the index in the bundle. */
    static final String NAME = "bundle.json";

    /** The name of the signature of the index. */
    static final String SIGNATURE = "bundle.sig";

    BundleIndex {
        files = List.copyOf(files);
    }

    static BundleIndex ofRun(String runId, List<Item> files) {
        return new BundleIndex(OF_RUN, runId, null, files);
    }

    static BundleIndex ofStudy(String studyId, List<Item> files) {
        return new BundleIndex(OF_STUDY, null, studyId, files);
    }

    /** The name of a file in the archive. */
    String path(Item item) {
        return runId == null ? item.path() : runId + "/" + item.path();
    }

    /**
     * A file.
     *
     * @param path relative to the folder of the run, or to the bundle of a study
     * @param bytes its size
     * @param sha256 its digest, 64 lower-case hexadecimal digits
     */
    record Item(String path, long bytes, String sha256) {}
}
