// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.time.Duration;
import java.util.Optional;
import org.plateaubench.api.Answers;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;

/** The operations, in the order of the workload's definition. */
enum InfrastructureOperation {
    VMOTION(
            "vmotion",
            "vmotion",
            "moves a running machine to another host",
            "the machine's host, unless a cluster also moves machines by itself"),
    STORAGE_VMOTION(
            "storageVmotion",
            "storageVmotion",
            "moves the files of a running machine to another datastore",
            "the machine's datastore"),
    XVMOTION(
            "xvmotion",
            "xvmotion",
            "moves a running machine to another host and its files to another datastore",
            "the machine's host and datastore"),
    CLONE("clone", "deploy", "clones the template and powers the clone on", "that the clone is on"),
    REMOVE("remove", "", "powers a clone off and deletes it", "that the clone is gone"),
    POWER_OFF("powerOff", "powerCycle", "powers a machine off", "that the machine is off"),
    POWER_ON("powerOn", "", "powers a machine on", "that the machine is on"),
    TAKE_SNAPSHOT("takeSnapshot", "snapshot", "takes a snapshot of a machine", "that the snapshot is there"),
    REMOVE_SNAPSHOT("removeSnapshot", "", "removes the snapshot", "that the snapshot is gone"),
    PAUSE(
            "pause",
            "pauseAndResume",
            "stops the processors of a running machine, whose memory is not saved",
            "that the machine does not run"),
    RESUME("resume", "", "resumes a paused machine", "that the machine runs");

    private static final Duration TIMEOUT = Duration.ofMinutes(30);

    private final String operation;
    private final String unit;
    private final String description;
    /** What the answers verify: the object of "the driver verifies". */
    private final String verified;

    InfrastructureOperation(String operation, String unit, String description, String verified) {
        this.operation = operation;
        this.unit = unit;
        this.description = description;
        this.verified = verified;
    }

    String operation() {
        return operation;
    }

    /** The unit that begins with the operation; empty if none does. */
    String unit() {
        return unit;
    }

    String series() {
        return operation + "Task";
    }

    OperationDefinition definition() {
        OperationDefinition definition = OperationDefinition.of(operation, description)
                .withTimeout(TIMEOUT)
                .verifying(Answers.read().identity(verified));
        return followedBy().isPresent() ? definition.endingUnitOnError() : definition;
    }

    /** The measure of the tasks' times; a phrase names the clock, such as {@code by its own clock}. */
    MeasureDefinition measure(String clock) {
        return MeasureDefinition.event(
                series(),
                "Time that the server worked on " + operation + ", " + clock
                        + "; the sum if there were several tasks.");
    }

    /** The operation that undoes this one in the same unit. */
    Optional<InfrastructureOperation> followedBy() {
        return switch (this) {
            case CLONE -> Optional.of(REMOVE);
            case POWER_OFF -> Optional.of(POWER_ON);
            case TAKE_SNAPSHOT -> Optional.of(REMOVE_SNAPSHOT);
            case PAUSE -> Optional.of(RESUME);
            default -> Optional.empty();
        };
    }
}
