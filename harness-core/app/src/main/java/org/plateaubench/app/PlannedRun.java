// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.SecretReferences;

/** A run that can be started; {@code configuration} has settings of the command line appended as comments. */
public record PlannedRun(RunFile file, String configuration, RunPlan plan, SecretReferences secrets) {}
