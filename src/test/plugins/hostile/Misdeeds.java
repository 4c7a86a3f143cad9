// SPDX-License-Identifier: Apache-2.0
package com.example.hostile;

import java.util.concurrent.CountDownLatch;

/** Forbidden actions of a plugin, callable from any of its methods. */
final class Misdeeds {
    private Misdeeds() {}

    /** Waits for ever and ignores interrupts. */
    static void blockForEver() {
        CountDownLatch never = new CountDownLatch(1);
        while (true) {
            try {
                never.await();
            } catch (InterruptedException e) {
                // On purpose.
            }
        }
    }

    /** Ends the process after a second of load. */
    static void end(String misdeed, long unitNumber) {
        if (unitNumber >= 20) {
            switch (misdeed) {
                case "exit" -> System.exit(0);
                case "halt" -> Runtime.getRuntime().halt(0);
                default -> {}
            }
        }
    }

    /** The misdeed of an operation; those that need more than a call are in the drivers. */
    static void inExecute(String misdeed) throws Exception {
        switch (misdeed) {
            case "block" -> blockForEver();
            case "print" -> print();
            case "read" -> {
                if (System.in.read() >= 0) {
                    throw new IllegalStateException("read what somebody typed");
                }
            }
            case "leak" -> leak();
            case "hook" -> Runtime.getRuntime().addShutdownHook(new Thread(Misdeeds::blockForEver, "endless hook"));
            default -> {}
        }
    }

    private static void print() throws InterruptedException {
        System.out.println("HOSTILE OUT");
        System.err.println("HOSTILE ERR \u001b[2J");
        new IllegalStateException("HOSTILE TRACE").printStackTrace();
        Thread thread = new Thread(
                () -> {
                    throw new IllegalStateException("HOSTILE UNCAUGHT");
                },
                "throwing");
        thread.start();
        thread.join();
    }

    private static boolean leaked;

    private static synchronized void leak() {
        if (!leaked) {
            leaked = true;
            new Thread(Misdeeds::blockForEver, "leaked-platform").start();
            Thread.ofPlatform().daemon().name("leaked-daemon").start(Misdeeds::blockForEver);
        }
    }
}
