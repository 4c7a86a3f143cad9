// SPDX-License-Identifier: Apache-2.0
/** The run file: its keys, its reader and its schema; reports all problems with their place. */
@NullMarked
package org.plateaubench.engine.config;

import org.jspecify.annotations.NullMarked;
