// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** All threads of this JVM, including virtual threads, which no other interface lists. */
final class VirtualThreads {
    private VirtualThreads() {}

    static String dump() throws IOException {
        Path folder = Files.createTempDirectory("threads");
        Path file = folder.resolve("dump.txt");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
            return Files.readString(file);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }
}
