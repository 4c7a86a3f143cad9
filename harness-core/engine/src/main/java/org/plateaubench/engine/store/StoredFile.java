// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.nio.file.Path;
import org.plateaubench.loader.isolation.PluginFaultLog;
import org.plateaubench.loader.isolation.PluginOutput;

/** The files of a run folder. */
public enum StoredFile {
    /** The run file as given. */
    CONFIG("config.yaml"),
    PLAN("plan.json"),
    /** Hosts, versions, digests. */
    ENVIRONMENT("environment.json"),
    /** HdrHistogram log. */
    HISTOGRAMS("intervals.hlog"),
    INTERVALS("intervals.ndjson"),
    TELEMETRY("telemetry.ndjson"),
    EVENTS("events.ndjson"),
    ERRORS("errors.ndjson"),
    /** Events that people reported while the run went on, if they did. */
    MARKS("marks.ndjson"),
    /** Output of plugins, if there is any. */
    PLUGIN_OUTPUT(PluginOutput.FILE_NAME),
    /** Stack traces of what plugins threw, if they did. */
    PLUGIN_FAULTS(PluginFaultLog.FILE_NAME),
    REPORT("report.html"),
    /** JUnit. */
    REPORT_XML("report.xml"),
    RESULT("result.json"),
    /** Digests of all other files; written last. */
    MANIFEST("MANIFEST.sha256"),
    /** People's notes on the run, changed at any time; never part of the manifest. */
    ANNOTATION("annotation.json"),
    /** The process that writes the folder; removed when it is complete. */
    OWNER("owner.json"),
    /** Space that is released when the disk is full, so that the end of the run can still be written. */
    RESERVE("reserve.bin");

    private final String fileName;

    StoredFile(String fileName) {
        this.fileName = fileName;
    }

    /** Name within the folder. */
    public String fileName() {
        return fileName;
    }

    /** The file in a run folder. */
    public Path in(Path folder) {
        return folder.resolve(fileName);
    }
}
