// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.plateaubench.plugin.mail.service.InstalledProgram;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.SutException;

/** A Radicale that is started as the service {@code dovecot} starts it. */
record Radicale(ServerProcess server, int port) implements AutoCloseable {
    /** Starts it; every user may read the calendars and contacts of others. */
    static Radicale start(Path folder, String password) throws IOException, SutException, InterruptedException {
        var radicale = new org.plateaubench.plugin.mail.service.Radicale(folder.resolve("radicale"));
        Path program = InstalledProgram.findAll("dav", List.of(org.plateaubench.plugin.mail.service.Radicale.PROGRAM))
                .getFirst();
        return Servers.launch(servers -> {
            int port = servers.port("radicale", 0);
            return new Radicale(radicale.start(servers, "dav", program, port, password), port);
        });
    }

    @Override
    public void close() throws SutException {
        server.close();
    }
}
