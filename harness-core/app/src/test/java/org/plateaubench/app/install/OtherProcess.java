// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.install;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A second process that works on the same folder, killed when it is closed. */
final class OtherProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private OtherProcess(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                OtherProcess.class.getName()));
        command.addAll(arguments);
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        lines = process.inputReader();
    }

    /** One that holds a lock. */
    static OtherProcess holding(Path lock) throws IOException {
        return new OtherProcess(List.of(lock.toString()));
    }

    /** One that installs two archives in turn, without an end. */
    static OtherProcess upgrading(Path root, Path one, Path two) throws IOException {
        return new OtherProcess(List.of(root.toString(), one.toString(), two.toString()));
    }

    /** The next line that it prints. */
    @Nullable
    String line() throws IOException {
        return lines.readLine();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        lines.close();
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1) {
            hold(Path.of(arguments[0]), System.in);
            return;
        }
        Path root = Path.of(arguments[0]);
        for (int turn = 1; ; turn = 3 - turn) {
            new PluginStore(root, List.of(root)).install(Path.of(arguments[turn]));
            System.out.println("installed " + arguments[turn]);
        }
    }

    private static void hold(Path lock, InputStream until) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            System.out.println(held.isValid() ? "holds" : "lost");
            until.transferTo(System.err);
        }
    }
}
