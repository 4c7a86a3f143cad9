// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** Services for the tests of a whole process. */
public final class StartedSut {
    private StartedSut() {}

    /** Starts an embedded service in a folder of its own; both end with this process. */
    public static <P extends Record> SutAddress of(SutServiceType<P> type, P parameters)
            throws IOException, SutException, InterruptedException {
        Path folder = Files.createTempDirectory("plateau-" + type.name() + "-");
        SutService service = type.create(new SutContext<>("db", SutContext.Mode.EMBEDDED, parameters, folder));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(service, folder)));
        service.fetch(Progress.SILENT);
        return service.start(Progress.SILENT);
    }

    private static void end(SutService service, Path folder) {
        try {
            service.close();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (SutException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
