// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.plateaubench.api.SutAddress;
import org.plateaubench.testkit.ForeignData;

/**
 * Stores and reads data by shell commands, which receive the properties of the SUT's address in their environment:
 * {@code SUT_PORT} for {@code port}.
 */
public record ForeignCommands(String store, String read) implements ForeignData {
    private static final long SECONDS = 60;

    @Override
    public void store(SutAddress sut) throws IOException, InterruptedException {
        output(store, sut);
    }

    @Override
    public String read(SutAddress sut) throws IOException, InterruptedException {
        return output(read, sut);
    }

    private static String output(String command, SutAddress sut) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command).redirectErrorStream(true);
        sut.properties()
                .forEach((name, value) -> builder.environment()
                        .put("SUT_" + name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT), value));
        Process process = builder.start();
        process.getOutputStream().close();
        Thread watch = Thread.ofVirtual().start(() -> endLate(process));
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        watch.interrupt();
        if (code != 0) {
            throw new IOException("the command '" + command + "' ended with " + code + ": " + text.strip());
        }
        return text;
    }

    private static void endLate(Process process) {
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
