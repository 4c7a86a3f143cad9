// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.nio.file.Path;
import org.plateaubench.loader.PluginOutput;

/** The files of a run folder. */
public enum StoredFile {
    CONFIG("config.yaml"),
    PLAN("plan.json"),
    ENVIRONMENT("environment.json"),
    /** The measurements, as records; see {@link IntervalFile}. */
    INTERVALS("intervals.bin"),
    TELEMETRY("telemetry.ndjson"),
    EVENTS("events.ndjson"),
    ERRORS("errors.ndjson"),
    PLUGIN_OUTPUT(PluginOutput.FILE_NAME),
    REPORT("report.html"),
    REPORT_XML("report.xml"),
    RESULT("result.json"),
    /** The digests of all other files; written last. */
    MANIFEST("MANIFEST.sha256"),
    /** Notes of people on the run, which may change at any time; never part of the manifest. */
    ANNOTATION("annotation.json"),
    /** The process that writes the folder; removed when it is complete. */
    OWNER("owner.json");

    private final String fileName;

    StoredFile(String fileName) {
        this.fileName = fileName;
    }

    public String fileName() {
        return fileName;
    }

    public Path in(Path folder) {
        return folder.resolve(fileName);
    }
}
