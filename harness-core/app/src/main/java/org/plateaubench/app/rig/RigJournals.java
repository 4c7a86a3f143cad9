// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.plateaubench.app.ResumedRun;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Rig;
import org.plateaubench.wire.ToController;

/** The messages that agents of a broker have kept. */
public record RigJournals(Rig rig) implements ResumedRun.KeptMessages {
    /** Connects to the broker. */
    public static RigJournals connect(Path credentials) throws IOException, InterruptedException {
        Credentials user = Credentials.read(credentials);
        return new RigJournals(Rig.connect(user, user.name(), SystemClock.instance()::nanoTime));
    }

    @Override
    public Rig.Kept kept(String agent, String runId) throws IOException, InterruptedException {
        return rig.kept(agent, runId);
    }

    @Override
    public Rig.Kept fetch(String agent, String runId, Consumer<ToController> taker)
            throws IOException, InterruptedException {
        return rig.collect(agent, runId, taker);
    }

    @Override
    public void release(String agent, String runId) throws InterruptedException {
        rig.seal(agent, runId);
    }

    @Override
    public void close() {
        rig.close();
    }
}
