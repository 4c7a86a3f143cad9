// SPDX-License-Identifier: Apache-2.0
/** Reads the text of a run file into a specification; reports all problems with their place. */
@NullMarked
package org.plateaubench.engine.config;

import org.jspecify.annotations.NullMarked;
