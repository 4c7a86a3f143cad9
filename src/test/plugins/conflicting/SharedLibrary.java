// SPDX-License-Identifier: Apache-2.0
package com.example.shared;

/** A library of which each plugin brings a version of its own; the types of its method do not agree. */
public final class SharedLibrary {
    /** Whoever loads it last wins, if there is only one. */
    public static String loadedFor = "@ID@";

    private SharedLibrary() {}

    /** Text in one version, a number in the other. */
    public static /* @TYPE@ */ answer() {
        /* @BODY@ */
    }
}
