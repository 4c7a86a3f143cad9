// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;

/**
 * The variables of one user, and the key of its draws. Draws are a function of the seed, the unit and the pass through
 * the innermost <code>repeat</code>, and not of what servers answer. Not thread-safe.
 */
public final class Values {
    private final int user;
    private final int users;
    private final int passes;
    /** Number of separate sets of draws in a unit: for each pass, one without a row and one for each row. */
    private final int drawsPerUnit;

    private final @Nullable String[] variables;
    private final @Nullable String[] initialVariables;
    private final boolean[] decisions;
    private final StringBuilder leftBuffer = new StringBuilder();
    private final StringBuilder rightBuffer = new StringBuilder();
    private long unitKey;
    private long unitNumber;
    private int sequence;
    private int pass;
    private int row;
    private boolean isDone;

    /**
     * Creates the values of one user.
     *
     * @param user number of the user over all agents, from 0
     * @param users number of users over all agents
     * @param initial values of the variables with which each unit begins
     * @param decisions number of conditions whose result is kept, in the flow with most of them
     * @param passes number of passes through <code>repeat</code>, in the flow with most of them, plus 1
     * @param rows maximum number of rows of an action
     */
    public Values(int user, int users, @Nullable String[] initial, int decisions, int passes, int rows) {
        this.user = user;
        this.users = users;
        this.passes = passes;
        this.drawsPerUnit = passes * (rows + 1);
        this.initialVariables = initial.clone();
        this.variables = initialVariables.clone();
        this.decisions = new boolean[decisions];
    }

    /** Begins a unit: resets the variables to their values after the start of the scenario. */
    public void begin(long newUnitKey, int newSequence, long newUnitNumber) {
        unitKey = newUnitKey;
        sequence = newSequence;
        unitNumber = newUnitNumber;
        pass = 0;
        row = 0;
        System.arraycopy(initialVariables, 0, variables, 0, initialVariables.length);
    }

    /** Makes the current values the initial values of every unit. */
    public void saveAsInitial() {
        System.arraycopy(variables, 0, initialVariables, 0, initialVariables.length);
    }

    /** Sets the number of the pass through the innermost <code>repeat</code>; 0 outside of any. */
    public void setPass(int number) {
        pass = number;
    }

    /**
     * Selects the row of an action whose draws follow.
     *
     * @param number from 1 to the action's number of rows; 0 after the last one
     */
    public void selectRow(int number) {
        row = number;
    }

    /** Makes the user end after the current unit. */
    void finish() {
        isDone = true;
    }

    /** Whether the user has no data for another unit. */
    public boolean isDone() {
        return isDone;
    }

    /** Number of the user over all agents. */
    int user() {
        return user;
    }

    /** Value of a variable; null before it has one. */
    public @Nullable String variable(int slot) {
        return variables[slot];
    }

    /** Sets a variable. */
    public void set(int slot, String value) {
        variables[slot] = value;
    }

    /** Keeps the result of a condition for the rest of the unit. */
    public void decide(int decision, boolean holds) {
        decisions[decision] = holds;
    }

    /** The kept result of a condition. */
    public boolean decided(int decision) {
        return decisions[decision];
    }

    /** 64 bits of the unit's draws, in every pass the same. */
    public long unitBits(long salt, int index) {
        return KeyedRandom.bits(KeyedRandom.key(unitKey, salt), 0, index);
    }

    /** 64 bits of the draws of the current pass or row. */
    long bits(long salt, int index) {
        return KeyedRandom.bits(KeyedRandom.key(unitKey, salt), row * passes + pass, index);
    }

    /**
     * Number of the current value in a series that all users share, without gaps if all users execute as many units.
     *
     * @param inRepeat whether each pass takes a new value
     */
    long sharedNumber(boolean inRepeat) throws StepFailure {
        if (sequence >= users) {
            throw StepFailure.error(
                    "data-lanes",
                    "an open load with more lanes than users cannot take values in order; set 'lanes' of the load to at"
                            + " most 'maxUsers'");
        }
        return number(unitNumber * users + sequence, inRepeat);
    }

    /** Number of the current value in the user's own series. */
    long ownNumber(boolean inRepeat) {
        return number(unitNumber, inRepeat);
    }

    private long number(long unit, boolean inRepeat) {
        return inRepeat ? unit * drawsPerUnit + (long) row * passes + pass : unit;
    }

    /** An empty buffer for a text that is compared. */
    StringBuilder leftBuffer() {
        leftBuffer.setLength(0);
        return leftBuffer;
    }

    /** An empty buffer for the text that another one is compared with. */
    StringBuilder rightBuffer() {
        rightBuffer.setLength(0);
        return rightBuffer;
    }
}
