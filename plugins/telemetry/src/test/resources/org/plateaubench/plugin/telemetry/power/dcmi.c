// SPDX-License-Identifier: Apache-2.0
/* A module of ipmi_sim: answers "Get Power Reading" of DCMI with the content of a file, "WATTS STATE [TIME]". */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <OpenIPMI/serv.h>
#include <OpenIPMI/mcserv.h>
#include <OpenIPMI/ipmi_err.h>
#include <OpenIPMI/ipmi_msgbits.h>

static char file[512];

static void put(unsigned char *to, unsigned long value, int bytes)
{
	int i;
	for (i = 0; i < bytes; i++)
		to[i] = (value >> (8 * i)) & 0xff;
}

static void reading(lmc_data_t *mc, msg_t *msg, unsigned char *answer, unsigned int *length, void *data)
{
	unsigned int watts = 0, state = 0;
	long stamp = 0;
	FILE *from = fopen(file, "r");

	(void) mc; (void) data;
	if (!from || fscanf(from, "%u %u %ld", &watts, &state, &stamp) < 2 || msg->cmd != 0x02) {
		answer[0] = 0xc1;
		*length = 1;
	} else {
		memset(answer, 0, 19);
		answer[1] = 0xdc;
		put(answer + 2, watts, 2);
		put(answer + 4, watts, 2);
		put(answer + 6, watts, 2);
		put(answer + 8, watts, 2);
		put(answer + 10, stamp ? stamp : (long) time(NULL), 4);
		put(answer + 14, 1000, 4);
		answer[18] = state ? 0x40 : 0;
		*length = 19;
	}
	if (from)
		fclose(from);
}

int ipmi_sim_module_print_version(sys_data_t *sys, char *options)
{
	(void) sys; (void) options;
	printf("DCMI power readings of a file\n");
	return 0;
}

int ipmi_sim_module_init(sys_data_t *sys, const char *options)
{
	(void) sys;
	snprintf(file, sizeof(file), "%s", options);
	ipmi_emu_register_group_extension_handler(0xdc, reading, NULL);
	return 0;
}
