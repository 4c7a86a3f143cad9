// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.nio.file.*;
import java.util.*;
import org.plateaubench.api.*;
import org.plateaubench.plugin.mail.connect.*;
import org.plateaubench.plugin.mail.model.*;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.plugin.mail.site.*;
import org.plateaubench.spi.*;

final class DataBench {
    record None() {}

    public static void main(String[] a) throws Exception {
        Path folder = Files.createTempDirectory(Path.of(a[0]), "d");
        try (DovecotServer server = DovecotServer.start(folder, Arrays.copyOfRange(a, 5, a.length))) {
            var site = server.address(Security.NONE);
            Scale scale = new Scale(400, 200, 600, 0, 0, Sizes.valueOf(a[1]));
            int users = Integer.parseInt(a[3]);
            DataSettings settings = new DataSettings(scale, LoadBy.valueOf(a[2]), Integer.parseInt(a[4]), "");
            var context = new WorkloadContext<None>(1, "mail", new None(), site, users, 42);
            for (int round = 0; round < 2; round++) {
                MailDataSet data = new MailDataSet(context, settings);
                long t = System.nanoTime();
                data.prepare(DataPolicy.RELOAD, Progress.SILENT);
                double s = (System.nanoTime() - t) / 1e9;
                System.out.printf("%s load %.1f s %.0f msg/s%n", String.join(" ", a), s, users * 1200 / s);
                t = System.nanoTime();
                System.out.println(data.verify());
                System.out.printf("verify %.2f s%n", (System.nanoTime() - t) / 1e9);
                t = System.nanoTime();
                data.prepare(DataPolicy.RESET, Progress.SILENT);
                System.out.printf("reset %.2f s%n", (System.nanoTime() - t) / 1e9);
                t = System.nanoTime();
                data.prepare(DataPolicy.REUSE, Progress.SILENT);
                System.out.printf("reuse %.2f s%n", (System.nanoTime() - t) / 1e9);
                data.close();
            }
        }
    }
}
