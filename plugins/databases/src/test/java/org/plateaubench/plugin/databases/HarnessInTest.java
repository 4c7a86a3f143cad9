// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutService;

/** Acts as the harness in {@link ServerRightsTest}: starts a server, uses it, prints its process id and waits. */
final class HarnessInTest {
    private HarnessInTest() {}

    /** Arguments: engine, folder. */
    public static void main(String[] arguments) throws Exception {
        SutService service = Engine.valueOf(arguments[0]).embedded(Path.of(arguments[1]));
        SutAddress address = service.start(Progress.SILENT);
        Jdbc.execute(address, "CREATE TABLE item (id INT PRIMARY KEY)");
        ReadyLine.announce(Long.toString(service.status().processIds().getFirst()));
        new CountDownLatch(1).await();
    }
}
