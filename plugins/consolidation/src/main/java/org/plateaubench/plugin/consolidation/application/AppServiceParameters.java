// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.application;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/** Keys of a SUT of these services. The key {@code url} is for mode external, the others for mode embedded. */
public record AppServiceParameters(
        @Parameter(
                description = "Loopback port of the embedded server, 0 for a free one.",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int port,

        @Parameter(
                description = "Java heap of the embedded server, all of it reserved at the start; it holds all data.",
                defaultValue = "" + DEFAULT_HEAP_MEBIBYTES,
                unit = "MiB",
                min = 64,
                max = 1_048_576)
        int heapMebibytes,

        @Parameter(
                description = "Address of an external server, such as http://java.lab:8080.",
                defaultValue = "",
                reach = Reach.TARGET)
        String url) {
    private static final int DEFAULT_HEAP_MEBIBYTES = 256;

    List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = new ModeKeys(mode)
                .external("url", !url.isEmpty())
                .embedded("port", port != 0)
                .embedded("heapMebibytes", heapMebibytes != DEFAULT_HEAP_MEBIBYTES)
                .problems();
        if (mode == SutContext.Mode.EXTERNAL && !url.startsWith("http://") && !SutServiceType.isReference(url)) {
            findings.add(
                    Finding.problem("An external server needs its address.", "Write http://java.lab:8080, for example.")
                            .about("url"));
        }
        return findings;
    }
}
