// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

/** The subjects of messages. Names are valid by {@link org.plateaubench.api.Names}, so that no subject is ambiguous. */
public final class Subjects {
    public static final String LEASE_BUCKET = "plateau-leases";

    /** Used in place of a run id in subjects of clock requests to the broker. */
    public static final String BROKER_CLOCK = "broker-clock";

    private static final String TO = "plateau.to.";
    private static final String FROM = "plateau.from.";
    private static final String RUN_STREAM = "plateau.run.";

    private Subjects() {}

    public static String to(String agent, String run) {
        return TO + agent + "." + run;
    }

    public static String from(String agent, String run) {
        return FROM + agent + "." + run;
    }

    public static String runStream(String agent, String run) {
        return RUN_STREAM + agent + "." + run;
    }

    public static String inbox(String user) {
        return "_INBOX." + user + ".";
    }

    public static String presence(String agent) {
        return "plateau.rig." + agent;
    }

    /** Where the broker reports that it no longer admits an agent; agents and controllers may not publish there. */
    public static String withdrawn(String agent) {
        return "plateau.rig.withdrawn." + agent;
    }

    static String agentOf(String subject) {
        return lastPart(subject.substring(0, subject.lastIndexOf('.')));
    }

    static String lastPart(String subject) {
        return subject.substring(subject.lastIndexOf('.') + 1);
    }
}
