// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a platform has refused while work went on with the rest. One thread. */
public final class Refusals {
    private final List<VimException> refusals = new ArrayList<>();

    /** A call that may be refused. */
    @FunctionalInterface
    public interface Call {
        /** Makes the call. */
        void run() throws IOException, InterruptedException;
    }

    /** Makes a call, and keeps its refusal unless the session has ended with it. */
    public void collect(Call call) throws IOException, InterruptedException {
        try {
            call.run();
        } catch (VimException e) {
            if (e.isSessionEnded()) {
                throw e;
            }
            refusals.add(e);
        }
    }

    /**
     * Says all that was refused, at the end.
     *
     * @throws VimException when anything was, of the type of the first
     */
    public void raise() throws VimException {
        if (refusals.isEmpty()) {
            return;
        }
        VimException all = new VimException(
                refusals.getFirst().fault(),
                String.join(
                        " ",
                        refusals.stream()
                                .map(VimException::getMessage)
                                .map(String::valueOf)
                                .toList()));
        refusals.forEach(all::addSuppressed);
        throw all;
    }
}
