// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Collects the refusals of a platform, so that a sequence of calls can continue. Not thread-safe. */
public final class Refusals {
    private final List<VimException> refusals = new ArrayList<>();

    /** A call that may be refused. */
    @FunctionalInterface
    public interface Call {
        /** Makes the call. */
        void run() throws IOException, InterruptedException;
    }

    /** Makes a call and stores its refusal; if the session has ended, the refusal is thrown. */
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
     * Throws the collected refusals, if there are any.
     *
     * @throws VimException with the type of the first refusal and all messages
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
