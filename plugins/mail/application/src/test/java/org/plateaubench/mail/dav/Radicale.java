// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.SutException;

/** The real Radicale, with a configuration and a folder of its own. */
final class Radicale implements AutoCloseable {
    private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long STOP_LIMIT_SECONDS = 5;
    private static final int PROBE_GAP_MILLIS = 20;

    private final Process process;
    private final int port;

    private Radicale(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    private static int freePort() throws IOException {
        try {
            return Ports.free();
        } catch (SutException e) {
            throw new IOException(e);
        }
    }

    /** Starts it; every user reads what others have, as a company's calendar server lets them. */
    static Radicale start(Path folder, String password) throws IOException, InterruptedException {
        int port = freePort();
        StringBuilder users = new StringBuilder();
        for (int user = 1; user <= 9; user++) {
            users.append("user000").append(user).append(':').append(password).append('\n');
        }
        Path passwords = Files.writeString(folder.resolve("users"), users.toString());
        Path rights = Files.writeString(folder.resolve("rights"), """
                [root]
                user: .+
                collection:
                permissions: R
                [principal]
                user: .+
                collection: {user}
                permissions: RW
                [own]
                user: .+
                collection: {user}/[^/]+
                permissions: rw
                [others]
                user: .+
                collection: [^/]+/[^/]+
                permissions: r
                """);
        Path config = Files.writeString(
                folder.resolve("config"),
                "[server]\nhosts = 127.0.0.1:" + port + "\n[auth]\ntype = htpasswd\nhtpasswd_filename = " + passwords
                        + "\nhtpasswd_encryption = plain\ndelay = 0\n[rights]\ntype = from_file\nfile = " + rights
                        + "\n[storage]\nfilesystem_folder = " + folder.resolve("collections")
                        + "\n[logging]\nlevel = warning\n");
        Process process = new ProcessBuilder("radicale", "--config", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        Radicale radicale = new Radicale(process, port);
        radicale.awaitPort(folder.resolve("log"));
        return radicale;
    }

    private void awaitPort(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + START_LIMIT_NANOS;
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PROBE_GAP_MILLIS);
                return;
            } catch (IOException e) {
                if (System.nanoTime() > end || process.waitFor(PROBE_GAP_MILLIS, TimeUnit.MILLISECONDS)) {
                    close();
                    throw new IOException("radicale does not listen: " + Files.readString(log), e);
                }
            }
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
