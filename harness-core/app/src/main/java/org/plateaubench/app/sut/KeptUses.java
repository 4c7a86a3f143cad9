// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.sut;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.ParameterBinder;

/**
 * Finds the SUTs for interactive work that another SUT uses: they must run with the names that are given in parameters.
 */
final class KeptUses {
    private KeptUses() {}

    /**
     * The addresses of the SUTs that parameters name.
     *
     * @throws IllegalArgumentException with one sentence when one of them does not run
     */
    static Map<String, SutAddress> addresses(Path suts, Record parameters) throws IOException {
        Map<String, SutAddress> addresses = new TreeMap<>();
        Map<String, String> names = ParameterBinder.sutNames(parameters.getClass(), ParameterBinder.plain(parameters));
        for (Map.Entry<String, String> named : names.entrySet()) {
            Optional<KeptSut> kept = KeptSut.find(suts, named.getValue());
            if (kept.isEmpty() || !kept.get().isAlive(suts)) {
                throw new IllegalArgumentException(named.getKey() + ": no SUT " + named.getValue()
                        + " runs here; start it first with: ./plateau sut start SERVICE --name " + named.getValue());
            }
            addresses.put(
                    named.getValue(),
                    new SutAddress(
                            named.getValue(), kept.get().service(), kept.get().properties()));
        }
        return addresses;
    }

    /** Names of the running SUTs that use a SUT. */
    static List<String> usersOf(Path suts, String name) throws IOException {
        List<String> users = new ArrayList<>();
        for (KeptSut kept : KeptSut.all(suts)) {
            if (kept.uses().contains(name) && kept.isAlive(suts)) {
                users.add(kept.name());
            }
        }
        return users;
    }
}
