// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli;

import java.io.InputStream;
import java.util.TimeZone;
import org.plateaubench.cli.command.ProcessEnd;
import org.plateaubench.loader.PluginOutput;

/** The main class. It loads without any library, so that a missing or damaged one is reported by a sentence. */
public final class Start {
    /** The exit code of a command that could not be carried out; a constant, since even ExitCode may be missing. */
    private static final int CANNOT = 3;

    private Start() {}

    /** Runs the command line and ends the JVM with its exit code; returns if the launcher only tests this JVM. */
    public static void main(String[] arguments) {
        if (Boolean.getBoolean("plateau.try")) {
            return;
        }
        int code = CANNOT;
        try {
            // Times of a run are in UTC, and a database refuses a connection that names a local zone it does not know.
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
            // Plugins must not read the terminal's input; the harness itself reads none.
            System.setIn(InputStream.nullInputStream());
            System.setOut(PluginOutput.ofProcess().around(System.out, "out"));
            System.setErr(PluginOutput.ofProcess().around(System.err, "err"));
            ProcessEnd.watch();
            code = PlateauCommand.execute(arguments);
        } catch (OutOfMemoryError e) {
            System.err.println("plateau: the memory of this process is used up (" + e.getMessage()
                    + "); give it more, such as by PLATEAU_JAVA_OPTIONS=-Xmx2g.");
        } catch (LinkageError e) {
            System.err.println("plateau: a jar in " + System.getProperty("plateau.home")
                    + "/lib is missing or damaged ("
                    + e.getMessage() + "); install Plateau again, or in a checkout remove distribution/target, which is"
                    + " then built again.");
        } catch (Error e) {
            System.err.println("plateau: this process cannot continue: " + e);
        } finally {
            end(code);
        }
    }

    /** Always ends the process, because threads of plugins would keep it alive. */
    private static void end(int code) {
        try {
            ProcessEnd.exit(code);
        } catch (LinkageError e) {
            Runtime.getRuntime().halt(code);
        }
    }
}
