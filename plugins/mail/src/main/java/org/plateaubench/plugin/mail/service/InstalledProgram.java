// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.process.Program;
import org.plateaubench.spi.SutException;

/**
 * A program of an installed package.
 *
 * @param folders folders to search in addition to those of {@code PATH} and those for administrators, such as {@code
 *     /sbin}
 * @param packages Debian packages that contain it
 */
public record InstalledProgram(String name, List<String> folders, String packages) {
    /**
     * Returns the paths of several programs, in the given order.
     *
     * @throws SutException if programs are missing; names all of them and how to install them
     */
    public static List<Path> findAll(String sut, List<InstalledProgram> programs) throws SutException {
        List<Path> found = new ArrayList<>();
        List<InstalledProgram> missing = new ArrayList<>();
        for (InstalledProgram program : programs) {
            Program.find(program.name(), program.folders()).ifPresentOrElse(found::add, () -> missing.add(program));
        }
        if (missing.isEmpty()) {
            return found;
        }
        List<String> names = missing.stream().map(InstalledProgram::name).toList();
        List<String> packages =
                missing.stream().map(InstalledProgram::packages).distinct().toList();
        throw new SutException("SUT " + sut + " needs " + String.join(", ", names)
                + ", which this host does not have; run: sudo apt-get install --no-install-recommends "
                + String.join(" ", packages) + " (the services of these packages need not run).");
    }
}
